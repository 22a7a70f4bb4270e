/** What a connection asks of its host, the broker, and what it hands on. */
import type { UserProperties } from '../../../model/acquisition/mapping/mapping.ts'
import type { Reason } from './reasons.ts'

export interface ConnectRequest {
  readonly version: 3 | 4 | 5
  /** Nothing where there was none. */
  readonly name: string
  readonly secret: string
  readonly clientId: string
  /** The session is to outlive the connection. */
  readonly isKept: boolean
}

export interface Publication {
  readonly topic: string
  readonly payload: Buffer
  readonly qos: 0 | 1 | 2
  readonly messageId: number
  readonly isDuplicate: boolean
  /** User properties (MQTT 5), of those of one name the first. */
  readonly properties?: UserProperties
  /** Nobody has published it: the connection is lost. */
  readonly isWill?: true
}

/** What is answered to a message, as far as the version of the protocol can say it. */
export interface Verdict {
  readonly reason: Reason
  readonly text?: string
}

export interface ConnectionFault {
  readonly code: 'mqtt-version' | 'packet-size' | 'protocol'
  readonly at?: string
}

/** What a connection asks the broker. */
export interface Host<Session> {
  /** Whoever wants to come in; `assignedId` if the broker has made the client id up. @throws Ended, where it may not. */
  connect(request: ConnectRequest): Promise<{ session: Session; assignedId?: string }>
  /** Resolves once it has been stored or dropped. @throws where it is neither: the connection ends, and the message comes again. */
  publish(session: Session, message: Publication): Promise<Verdict>
  /** PUBREL. Resolves once the id is free for good: whether a message of that id was waiting for it. @throws where it could not be freed just now. */
  release(session: Session, messageId: number): Promise<boolean>
  /** Whether it may subscribe to that filter, with QoS 0. */
  subscribe(session: Session, filter: string): boolean
  /** It did not keep to the protocol. */
  blame(fault: ConnectionFault, session: Session | undefined): void
  /** It is over. @param reason What we ended it for, `success` where the device took its leave; nothing where the connection was lost */
  ended(session: Session | undefined, reason: Reason | undefined): void
}

export interface Connection {
  /** Publishes to it with QoS 0, if it is still there. */
  send(topic: string, payload: Uint8Array): void
  /** Ends it, and says why where the protocol has a way to. The will is stored unless `withoutWill`. */
  end(reason: Reason, text: string, options?: { withoutWill?: boolean }): void
}

export interface PacketLimits {
  /** Bytes of the first packet, before anybody has signed in. */
  readonly firstPacket: number
  /** Bytes of every other. */
  readonly packet: number
}
