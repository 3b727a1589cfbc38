"""What leaves this machine for others: runs on the Hugging Face Hub, traces of episodes, tasks for other runners."""
