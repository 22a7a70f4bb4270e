/** Files that belong to a device. Not listed in `model/index.ts`: they are seen, added, changed and removed with their device, and nobody is granted them apart from it. */
import { oneOf, text, time } from '../fields.ts'
import { resource } from '../resource.ts'
import { follows } from '../row-scope.ts'

/** Certificate of conformity, calibration certificate … */
export const ATTACHMENT_KINDS = ['calibration', 'conformity', 'manual', 'photo', 'other'] as const
export type AttachmentKind = (typeof ATTACHMENT_KINDS)[number]

/** Attachments of one device, and megabytes that one has to be smaller than. */
export const MAX_ATTACHMENTS = { count: 100, megabytes: 50 } as const

/** Days for which a removed one can be brought back. */
export const ATTACHMENTS_KEPT_DAYS = 30

/** Its fields as messages name them. */
export const deviceAttachments = resource({
  name: 'device-attachments',
  api: { base: '/acquisition/device', noun: 'DeviceAttachment' },
  table: 'device_attachments',
  scope: 'tenant',
  ownedBy: follows('devices', 'device_id'),
  menu: 'devices',
  title: 'fileName',
  order: ['createTime', 'descend'],
  fields: {
    fileName: text({ max: 255, write: 'never' }),
    attachmentKind: oneOf({ of: ATTACHMENT_KINDS, required: true }),
    /** `yyyy-MM-dd`: valid on this day too. */
    validUntil: text({ max: 10 }),
    /** When it was removed by itself: it waits and can be brought back. */
    discardedAt: time({ write: 'never' }),
  },
})
