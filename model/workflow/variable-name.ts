/** What variables of an instance may be called. */

const NAME = /^[\p{L}_][\p{L}\p{N}_]{0,63}$/u
/** Names that objects of the language have by themselves. */
export const TAKEN_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** Whether something may be called this: in any language, but like nothing that objects have by themselves. */
export const isVariableName = (name: string): boolean => NAME.test(name) && !TAKEN_NAMES.has(name)
