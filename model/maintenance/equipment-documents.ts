/** Files of a machine. Not listed in `model/index.ts`: they are seen, added and removed with their machine, and nobody is granted them apart from it. */
import { oneOf, text } from '../fields.ts'
import { resource } from '../resource.ts'
import { follows } from '../row-scope.ts'

export const DOCUMENT_KINDS = ['manual', 'drawing', 'conformity', 'certificate', 'inspection', 'contract', 'photo', 'other'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** Files of one machine, and megabytes that one has to be smaller than. */
export const MAX_DOCUMENTS = { count: 200, megabytes: 50 } as const

/** Their fields as messages name them. */
export const equipmentDocuments = resource({
  name: 'equipment-documents',
  api: { base: '/maintenance/equipment', noun: 'EquipmentDocument' },
  table: 'equipment_documents',
  scope: 'tenant',
  ownedBy: follows('equipment', 'equipment_id'),
  menu: 'equipmentarchive',
  title: 'fileName',
  order: ['createTime', 'descend'],
  fields: {
    fileName: text({ max: 255, write: 'never' }),
    documentKind: oneOf({ of: DOCUMENT_KINDS, required: true }),
  },
})
