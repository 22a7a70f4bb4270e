/** Files that belong to a device. Not listed in `model/index.ts`: they are seen, added, changed and removed with their device, and nobody is granted them apart from it. */
import { oneOf, text } from '../fields.ts'
import { resource } from '../resource.ts'
import { follows } from '../row-scope.ts'

/** Certificate of conformity, calibration certificate … */
export const ATTACHMENT_KINDS = ['calibration', 'conformity', 'manual', 'photo', 'other'] as const
export type AttachmentKind = (typeof ATTACHMENT_KINDS)[number]

/** Attachments of one device, and megabytes that one has to be smaller than. */
export const MAX_ATTACHMENTS = { count: 100, megabytes: 50 } as const

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
  },
})
