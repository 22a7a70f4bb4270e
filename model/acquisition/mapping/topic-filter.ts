/** Topic filters as MQTT has them (3.1.1, section 4.7): `+` for one level, `#` for all that follow. */

export const MAX_TOPIC_FILTER = 256
const MAX_LEVELS = 16

export type TopicFilter = readonly string[]

/** The levels of a filter; undefined for a text that is none: a `+` or `#` beside other letters, a `#` before the end, a `$` in front, which is the broker's. */
export function parseTopicFilter(text: string): TopicFilter | undefined {
  const levels = text.split('/')
  const isRight =
    text !== '' &&
    text.length <= MAX_TOPIC_FILTER &&
    levels.length <= MAX_LEVELS &&
    !text.startsWith('$') &&
    !text.includes('\0') &&
    levels.every(
      (level, at) => level === '+' || (level === '#' && at === levels.length - 1) || !(level.includes('+') || level.includes('#')),
    )
  return isRight ? levels : undefined
}

/** What each `+` of a filter stands for in the topic, in order; undefined where the topic is not meant. A `#` means its parent as well. */
export function matchTopic(filter: TopicFilter, topic: string): readonly string[] | undefined {
  if (topic.startsWith('$')) return undefined
  const levels = topic.split('/')
  const stars: string[] = []
  for (const [at, wanted] of filter.entries()) {
    if (wanted === '#') return stars
    const level = levels[at]
    if (level === undefined) return undefined
    if (wanted === '+') stars.push(level)
    else if (wanted !== level) return undefined
  }
  return levels.length <= filter.length ? stars : undefined
}
