"""Text environments for skill1. Each subpackage brings one suite; this package never imports torch."""
