/** What a playback shows: the past alone, the past beside what is now, or what is now in its place. */
export const COMPARES = ['off', 'beside', 'now'] as const
export type Compare = (typeof COMPARES)[number]
