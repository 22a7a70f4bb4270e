import { derived, integer, oneOf, reference, text, time } from '../fields.ts'
import { resource } from '../resource.ts'
import { follows } from '../row-scope.ts'
import { MESSAGE_FAULTS, MESSAGE_SOURCES } from './mapping/choices.ts'

/** Whoever may not see the keys of points is told none by a message either. */
const ofKeys = { noun: 'points', field: 'pointKey' } as const

/** Messages of devices of which something could not be stored. Kept for a day by the server alone; read again once it is known how. */
export const unparsedMessages = resource({
  name: 'unparsed-messages',
  api: { base: '/acquisition/unparsedmessage', noun: 'UnparsedMessage' },
  table: 'unparsed_message_list',
  scope: 'tenant',
  ownedBy: follows('devices', 'device_id'),
  menu: 'unparsedmessages',
  title: 'topic',
  order: ['receivedAt', 'descend'],
  calls: { reread: '/acquisition/unparsedmessage/rereadUnparsedMessage', text: '/acquisition/unparsedmessage/queryMessageText' },
  fields: {
    receivedAt: time({ filter: 'range', sort: true, write: 'never' }),
    deviceId: reference({ to: 'devices', show: 'device_name', filter: 'equals', write: 'never' }),
    messageSource: oneOf({ of: MESSAGE_SOURCES, filter: 'equals', write: 'never' }),
    topic: text({ max: 1024, filter: 'contains', write: 'never' }),
    messageHead: derived({ from: [ofKeys, { noun: 'points', field: 'newestValue' }] }),
    /** The first thing that was wrong, and where. */
    faultCode: oneOf({ of: MESSAGE_FAULTS, filter: 'equals', write: 'never' }),
    faultPlace: derived({ from: ofKeys }),
    messageBytes: integer({ min: 0, sort: true, write: 'never' }),
  },
})
