/** Topics of Sparkplug B (chapter 4): `spBv1.0/<group>/<N|D><BIRTH|DATA|DEATH>/<edge node>[/<device>]`. */

export interface SparkplugTopic {
  readonly group: string
  readonly node: string
  /** Of a message about a device behind the node; otherwise it is about the node itself. */
  readonly device?: string
  readonly kind: 'BIRTH' | 'DATA' | 'DEATH'
}

const TOPIC = /^spBv1\.0\/([^/]{1,128})\/([ND])(BIRTH|DATA|DEATH)\/([^/]{1,128})(?:\/([^/]{1,128}))?$/

/** What a topic says; `undefined` of one that no edge node publishes to. */
export function readSparkplugTopic(topic: string): SparkplugTopic | undefined {
  const [, group, about, kind, node, device] = TOPIC.exec(topic) ?? []
  if (group === undefined || node === undefined || (about === 'D') !== (device !== undefined)) return undefined
  return { group, node, kind: kind as SparkplugTopic['kind'], ...(device === undefined ? {} : { device }) }
}
