/** How a kind of device behaves. */
export type Values = Readonly<Record<string, number>>

export interface Model {
  /** How often it sends, while it has something to tell. */
  readonly everyMs: number
  /** By the keys of its points, as people read them; nothing while it is silent. */
  values(seed: number, time: number, code: string): Values | undefined
}
