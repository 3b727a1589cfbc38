"""What leaves this machine for others: runs on the Hugging Face Hub."""
