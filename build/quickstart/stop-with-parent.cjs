// Loaded into the emulator's process: it must not outlive the command that started it, however that one ends.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
// Listening alone would keep the process alive after the emulator has closed.
process.channel?.unref();
