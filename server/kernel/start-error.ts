/** A start that cannot go on: the message is for the operator, without a stack. */
export class StartError extends Error {}
