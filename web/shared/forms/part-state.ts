/** What a group, a tab or a step knows of the fields in it. */
export interface PartState {
  readonly title: string
  /** The fields in it. */
  readonly ids: readonly string[]
  /** Those with something wrong. */
  readonly wrong: readonly string[]
  /** How many of these are to be seen. */
  readonly wrongSeen: number
}

/** A field that is to be seen and to have the focus; with each attempt another object. */
export interface Reveal {
  readonly field: string
}
