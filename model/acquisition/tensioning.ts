/** Words of tensioning and grouting. */

/** From which end of a tendon it is pulled. */
export const JACK_SIDES = ['left', 'right'] as const
export type JackSide = (typeof JACK_SIDES)[number]
