/** Words of tensioning and grouting. */

/** From which end of a tendon it is pulled. */
export const JACK_ENDS = ['left', 'right'] as const
export type JackEnd = (typeof JACK_ENDS)[number]
