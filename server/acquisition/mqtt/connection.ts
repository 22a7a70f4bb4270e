/**
 * One connection of a device, by MQTT 3.1, 3.1.1 or 5: packets are read in order, messages handed on as they come, and each is acknowledged in
 * turn once it has been seen to. Who may connect and what becomes of a message is for the host (broker.ts).
 *
 * A device is slowed down by not being read: while it is being let in, while enough of its messages are under way, and while it does not
 * read what it is answered.
 *
 * Longer than other files, since it is one state machine: what is under way, what is kept for QoS 2 and whether it reads are changed by every packet.
 */
import type { Duplex } from 'node:stream'
import type { IConnectPacket, IPublishPacket, Packet } from 'mqtt-packet'
import { generate } from 'mqtt-packet'
import { LEVELS, UNACCEPTABLE_LEVEL, credentialsOf } from './connect-packet.ts'
import { levelOf, openFramer, publishHead } from './framing.ts'
import type { ConnectRequest, Connection, Host, PacketLimits, Verdict } from './host.ts'
import { packetParser } from './packet-parser.ts'
import { openTopicAliases } from './topic-aliases.ts'
import { userPropertiesOf } from './user-properties.ts'
import type { Reason } from './reasons.ts'
import { Ended, REASON, returnCodeOf } from './reasons.ts'

const CONNECT_MS = 10_000
const DRAIN_MS = 30_000
/** How long a device may take to read why its connection ends. */
const FAREWELL_MS = 2000
/** Messages of one connection under way, and their bytes; beyond, no more is read. */
const MAX_UNDER_WAY = 1000
const MAX_BYTES_UNDER_WAY = 64 * 1024
/** A larger message of MQTT 3.1.1 ends its connection: nobody reads for minutes what is thrown away. */
const MAX_PASSED_BYTES = 16 * 1024 ** 2
/** Seconds that MQTT 5 lets us shorten: a line that is dead shall not be held for ever. */
const MAX_KEEP_ALIVE = 1200

/** Speaks MQTT on this stream from now on, until it closes. */
export function openConnection<Session>(stream: Duplex, host: Host<Session>, limits: PacketLimits): Connection {
  const framer = openFramer(
    () => (session ? limits.packet : limits.firstPacket),
    // MQTT 5 tells devices how large a packet may be, and what ended a connection; a device of 3.1.1 that is cut off sends the same message again, for ever.
    (length) => session !== undefined && version !== 5 && length <= MAX_PASSED_BYTES,
  )
  const parse = packetParser()
  const aliases = openTopicAliases()
  let version: ConnectRequest['version'] = 4
  let properties: NonNullable<IConnectPacket['properties']> = {}
  let session: Session | undefined
  let will: IConnectPacket['will']
  let isJudged = false
  /** Nothing more is read or written by us. */
  let isOver = false
  /** The other side has gone; what it has sent before is still seen to. */
  let isGone = false
  let isPumping = false
  let underWay = 0
  let bytesUnderWay = 0
  let lastAnswer: Promise<unknown> = Promise.resolve()
  let lastRelease: Promise<unknown> = Promise.resolve()
  let draining: NodeJS.Timeout | undefined
  let keepAlive: NodeJS.Timeout | undefined
  const connecting = setTimeout(() => end(REASON.unspecified, 'CONNECT did not arrive in time'), CONNECT_MS)

  stream.on('readable', pump)
  stream.on('drain', () => {
    clearTimeout(draining)
    draining = undefined
    pump()
  })
  stream.on('error', () => undefined)
  stream.once('close', () => {
    isGone = true
    pump()
  })

  const isHeld = () =>
    (isJudged && !session) || underWay >= MAX_UNDER_WAY || bytesUnderWay >= MAX_BYTES_UNDER_WAY || (draining !== undefined && !isGone)

  function pump(): void {
    if (isPumping) return
    isPumping = true
    while (!isOver && !isHeld()) {
      const bytes = framer.next()
      if (bytes === 'too-large') {
        host.blame({ code: 'packet-size' }, session)
        end(REASON.packetSize, `packets of more than ${limits.packet} bytes are not taken`)
      } else if (bytes && 'head' in bytes) drop(bytes.head)
      else if (bytes) take(bytes)
      else {
        const chunk = stream.read() as Buffer | null
        if (chunk === null) break
        framer.push(chunk)
      }
    }
    isPumping = false
    if (isGone && (isOver || !session || !isHeld())) finish()
  }

  /** A message that is too large is acknowledged as one that is refused: by the rules of 3.1.1 (3.3.5) that or the end of the connection. */
  function drop(head: Buffer): void {
    const packet = publishHead(head)
    if (!packet) return violate(REASON.malformed, 'Cannot parse PUBLISH')
    keepAlive?.refresh()
    host.blame({ code: 'packet-size', at: packet.topic }, session)
    const { qos, messageId } = packet
    lastAnswer = answerInOrder(lastAnswer, Promise.resolve(), 0, () => {
      if (qos > 0) write({ cmd: qos === 1 ? 'puback' : 'pubrec', messageId })
    })
  }

  function take(bytes: Buffer): void {
    if (!isJudged) {
      const level = levelOf(bytes)
      if (level !== undefined && !LEVELS.has(level)) {
        host.blame({ code: 'mqtt-version', at: `level ${level}` }, undefined)
        return hangUp(UNACCEPTABLE_LEVEL)
      }
    }
    const packet = parse(bytes)
    if (packet instanceof Error) return violate(REASON.malformed, packet.message)
    keepAlive?.refresh()
    if (!session) return packet.cmd === 'connect' ? connect(packet) : violate(REASON.protocol, 'the first packet has to be CONNECT')
    switch (packet.cmd) {
      case 'publish':
        return publish(session, packet)
      case 'pubrel': {
        return release(session, packet.messageId ?? 0)
      }
      case 'pingreq':
        return write({ cmd: 'pingresp' })
      case 'subscribe': {
        const from = session
        const refusal = version === 5 ? REASON.notAuthorized : REASON.unspecified
        const granted = packet.subscriptions.map(({ topic }) => (host.subscribe(from, topic) ? REASON.success : refusal))
        if (granted.length === 0) return violate(REASON.protocol, 'SUBSCRIBE without a topic filter')
        return write({ cmd: 'suback', messageId: packet.messageId ?? 0, granted })
      }
      case 'unsubscribe':
        return write({
          cmd: 'unsuback',
          messageId: packet.messageId ?? 0,
          granted: packet.unsubscriptions.map(() => REASON.noSubscription),
        })
      case 'disconnect':
        if (packet.reasonCode !== REASON.withWill) will = undefined
        endedFor = REASON.success
        return hangUp()
      case 'puback':
      case 'pubrec':
      case 'pubcomp':
        // What we publish is not answered.
        return undefined
      default:
        return violate(REASON.protocol, `${packet.cmd.toUpperCase()} is not expected here`)
    }
  }

  function connect(packet: IConnectPacket): void {
    isJudged = true
    clearTimeout(connecting)
    version = packet.protocolVersion ?? 4
    properties = packet.properties ?? {}
    if (properties.authenticationMethod !== undefined) return refuse(new Ended(REASON.authentication, 'devices sign in by name and secret'))
    const request: ConnectRequest = {
      version,
      ...credentialsOf(packet),
      clientId: packet.clientId,
      isKept: packet.clean === false,
    }
    host.connect(request).then((admitted) => {
      // It has hung up meanwhile, or was ended.
      if (isOver || isGone) return host.ended(admitted.session, endedFor)
      session = admitted.session
      will = packet.will
      welcome(packet.keepalive ?? 0, admitted.assignedId)
      pump()
    }, refuse)
  }

  function welcome(askedKeepAlive: number, assignedId: string | undefined): void {
    const isShortened = version === 5 && (askedKeepAlive === 0 || askedKeepAlive > MAX_KEEP_ALIVE)
    const seconds = isShortened ? MAX_KEEP_ALIVE : askedKeepAlive
    if (seconds > 0) keepAlive = setTimeout(checkSilence, seconds * 1500)
    if (version !== 5) return write({ cmd: 'connack', sessionPresent: false, returnCode: 0 })
    write({
      cmd: 'connack',
      sessionPresent: false,
      reasonCode: REASON.success,
      properties: {
        sessionExpiryInterval: 0,
        receiveMaximum: MAX_UNDER_WAY,
        maximumPacketSize: limits.packet,
        topicAliasMaximum: aliases.maximum,
        subscriptionIdentifiersAvailable: false,
        sharedSubscriptionAvailable: false,
        ...(isShortened ? { serverKeepAlive: seconds } : {}),
        ...(assignedId === undefined ? {} : { assignedClientIdentifier: assignedId }),
      },
    })
  }

  function refuse(error: unknown): void {
    if (isOver) return
    const { reason, message } = error instanceof Ended ? error : new Ended(REASON.unavailable, 'not just now')
    hangUp(
      encode(
        version === 5
          ? { cmd: 'connack', sessionPresent: false, reasonCode: reason, properties: { reasonString: message } }
          : { cmd: 'connack', sessionPresent: false, returnCode: returnCodeOf(reason) },
      ),
    )
  }

  /** Nothing is read of a device that is held up, so nothing can be heard of it. */
  function checkSilence(): void {
    if (underWay > 0 || isHeld()) keepAlive?.refresh()
    else end(REASON.keepAlive, 'nothing was heard for longer than the keep alive')
  }

  function publish(from: Session, packet: IPublishPacket): void {
    const { payload, qos, dup, messageId = 0 } = packet
    const topic = aliases.resolve(packet)
    if (topic === undefined) return end(REASON.topicAlias, 'this topic alias stands for nothing, or its topic is too long for one')
    if (topic === '') return violate(REASON.protocol, 'an empty topic is not allowed in PUBLISH')
    const wildcard = /[+#]/.exec(topic)?.[0]
    if (wildcard !== undefined) return violate(REASON.topicName, `${wildcard} is not allowed in PUBLISH`)
    if (messageId < 0) return violate(REASON.malformed, 'Cannot parse messageId')
    const bytes = payload as Buffer
    const judged = host.publish(from, { topic, payload: bytes, qos, messageId, isDuplicate: dup, ...userPropertiesOf(packet) })
    // Acknowledged in the order in which they came (3.1.1, 4.6.0-2 and -3).
    lastAnswer = answerInOrder(lastAnswer, judged, bytes.length, (verdict) => {
      if (qos > 0) acknowledge(qos === 1 ? 'puback' : 'pubrec', messageId, verdict)
    })
  }

  /** PUBCOMP follows the order of PUBREL (3.1.1, 4.6.0-4), and no PUBLISH. */
  function release(from: Session, messageId: number): void {
    lastRelease = answerInOrder(lastRelease, host.release(from, messageId), 0, (isKnown) =>
      write({ cmd: 'pubcomp', messageId, reasonCode: isKnown ? REASON.success : REASON.unknownPacket }),
    )
  }

  /** Answers once the work is done and what came before has been answered. @param length Bytes that are under way until then */
  function answerInOrder<Result>(
    before: Promise<unknown>,
    work: Promise<Result>,
    length: number,
    answer: (result: Result) => void,
  ): Promise<void> {
    underWay += 1
    bytesUnderWay += length
    return Promise.all([work, before]).then(
      ([result]) => {
        answer(result)
        settle(length)
      },
      (error: unknown) => {
        if (error instanceof Ended) end(error.reason, error.message)
        else end(REASON.unspecified, 'it could not be stored just now')
        settle(length)
      },
    )
  }

  function settle(length: number): void {
    underWay -= 1
    bytesUnderWay -= length
    pump()
  }

  function acknowledge(cmd: 'puback' | 'pubrec', messageId: number, { reason, text }: Verdict): void {
    const mayExplain = version === 5 && text !== undefined && properties.requestProblemInformation !== false
    write({ cmd, messageId, reasonCode: reason, ...(mayExplain ? { properties: { reasonString: text } } : {}) })
    // To a PUBREC that refuses no PUBREL is sent (MQTT 5, 4.3.3).
    if (cmd === 'pubrec' && version === 5 && reason >= REASON.unspecified && session)
      host.release(session, messageId).catch(() => undefined)
  }

  /** The encoder leaves out what explains where the device takes no packets of that size. */
  function encode(packet: Packet): Buffer {
    return generate(packet, { protocolVersion: version, properties: { maximumPacketSize: properties.maximumPacketSize } })
  }

  function write(packet: Packet): void {
    if (isOver || isGone || stream.write(encode(packet)) || draining) return
    draining = setTimeout(() => stream.destroy(), DRAIN_MS)
  }

  /** It did not keep to the protocol: told to whoever looks after it. */
  function violate(reason: Reason, what: string): void {
    host.blame({ code: 'protocol', at: what }, session)
    end(reason, what)
  }

  function end(reason: Reason, text: string, { withoutWill = false } = {}): void {
    if (isOver) return
    if (withoutWill) will = undefined
    endedFor ??= reason
    const farewell =
      version === 5 && session ? encode({ cmd: 'disconnect', reasonCode: reason, properties: { reasonString: text } }) : undefined
    hangUp(farewell)
  }

  function hangUp(farewell?: Buffer): void {
    isOver = true
    if (farewell === undefined || isGone) return void stream.destroy()
    const impatient = setTimeout(() => stream.destroy(), FAREWELL_MS)
    stream.once('close', () => clearTimeout(impatient))
    stream.end(farewell)
    // What the other side still sends is thrown away: if it were left unread, the farewell might be lost with it.
    stream.off('readable', pump)
    stream.resume()
  }

  let endedFor: Reason | undefined
  let isFinished = false
  function finish(): void {
    if (isFinished) return
    isFinished = true
    isOver = true
    for (const timer of [connecting, draining, keepAlive]) clearTimeout(timer)
    const left = session
    if (left === undefined || !will) return host.ended(left, endedFor)
    // The session ends with its connection, so a delay of the will does too (MQTT 5, 3.1.3.2.2).
    const last = {
      topic: will.topic,
      payload: will.payload as Buffer,
      qos: 0,
      messageId: 0,
      isDuplicate: false,
      isWill: true,
      ...userPropertiesOf(will),
    } as const
    const over = () => host.ended(left, endedFor)
    host.publish(left, last).then(over, over)
  }

  return {
    end,
    send: (topic, payload) => write({ cmd: 'publish', topic, payload: Buffer.from(payload), qos: 0, dup: false, retain: false }),
  }
}
