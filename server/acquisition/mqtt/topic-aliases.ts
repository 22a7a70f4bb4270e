/** Short numbers for topics that a device of MQTT 5 sends often (3.3.2.3.4); they hold for its connection. */
import type { IPublishPacket } from 'mqtt-packet'

const MAX_ALIASES = 64
/** Characters of a topic that may have one: it is kept as long as the connection. */
const MAX_TOPIC = 1024

export interface TopicAliases {
  readonly maximum: number
  /** The topic of a message, which is remembered if the message gives it an alias; `undefined` where its alias is none. */
  resolve(packet: Pick<IPublishPacket, 'topic' | 'properties'>): string | undefined
}

/** The aliases of one connection, none yet. */
export function openTopicAliases(): TopicAliases {
  const topics = new Map<number, string>()
  return {
    maximum: MAX_ALIASES,
    resolve({ topic, properties }) {
      const alias: unknown = properties?.topicAlias
      if (alias === undefined) return topic
      // Several, where it was sent more than once.
      if (typeof alias !== 'number' || alias < 1 || alias > MAX_ALIASES || topic.length > MAX_TOPIC) return undefined
      if (topic !== '') topics.set(alias, topic)
      return topics.get(alias)
    },
  }
}
