"""Running an experiment elsewhere: in a child process kept warm, or in a thread of this one."""
