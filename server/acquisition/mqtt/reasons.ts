/** What the broker says of connections and messages: the reason codes of MQTT 5 (2.4), and what 3.1.1 has instead. */

export const REASON = {
  success: 0x00,
  /** Of a DISCONNECT: the will is to be published all the same. */
  withWill: 0x04,
  noSubscription: 0x11,
  unspecified: 0x80,
  malformed: 0x81,
  protocol: 0x82,
  /** Understood, and not done for reasons that the standard has no code for. */
  refused: 0x83,
  version: 0x84,
  clientId: 0x85,
  credentials: 0x86,
  notAuthorized: 0x87,
  unavailable: 0x88,
  shuttingDown: 0x8b,
  authentication: 0x8c,
  keepAlive: 0x8d,
  takenOver: 0x8e,
  topicName: 0x90,
  unknownPacket: 0x92,
  tooManyAtOnce: 0x93,
  topicAlias: 0x94,
  packetSize: 0x95,
  quota: 0x97,
  administrative: 0x98,
  payload: 0x99,
} as const
export type Reason = (typeof REASON)[keyof typeof REASON]

/** Of a CONNACK of MQTT 3.1 and 3.1.1 (3.2.2.3). */
const RETURN_CODES: Partial<Record<Reason, number>> = {
  [REASON.success]: 0,
  [REASON.version]: 1,
  [REASON.clientId]: 2,
  [REASON.credentials]: 4,
  [REASON.notAuthorized]: 5,
}
const UNAVAILABLE = 3

/** The code for a CONNACK before MQTT 5. */
export const returnCodeOf = (reason: Reason): number => RETURN_CODES[reason] ?? UNAVAILABLE

/** Why a connection is to end, or is not let in; the text is for whoever looks after the device. */
export class Ended extends Error {
  readonly reason: Reason
  constructor(reason: Reason, text: string) {
    super(text)
    this.reason = reason
  }
}

const words = new Map<number, string>(Object.entries(REASON).map(([word, code]) => [code, word]))

/** The word for a reason, which has a text in the log of connections. */
export const wordOf = (reason: Reason): string => words.get(reason) ?? 'unspecified'
