// Loaded into the emulator's process, which must not outlive the command that started it.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
// Without this, the listener would keep the process alive after the emulator has closed.
process.channel?.unref();
