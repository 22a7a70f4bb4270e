/** Nothing while developing. A build puts in its place what web/build/render-styles.ts makes. */

/** What the component library keeps under a key: text, name, keyframes, whether browsers alone have it, order. */
export type Prepared = readonly [
  key: string,
  style: readonly [text: string, id: string, effects: Readonly<Record<string, string>>, clientOnly: boolean | undefined, order: number],
]

export const prepared: readonly Prepared[] = []
