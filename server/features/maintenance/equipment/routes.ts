/** Machines: the standard verbs, and what is done with one. */
import { equipment } from '../../../../model/index.ts'
import { registryRoutes } from '../../../acquisition/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { options } from '../../../kernel/resources/options.ts'
import { addEquipmentDocument, deleteEquipmentDocument, downloadEquipmentDocument, queryEquipmentDocument } from './documents.ts'
import { printEquipmentLabel, scanEquipment } from './labels.ts'
import { queryEquipmentLife } from './life.ts'
import {
  addEquipmentTransfer,
  queryTransfersToSign,
  scrapEquipment,
  signEquipmentTransfer,
  withdrawEquipmentTransfer,
} from './transfers.ts'
import { exportEquipmentArchive } from './archive.ts'
import { equipmentWrites } from './writes.ts'

export const equipmentFeature: Feature = {
  tag: 'equipment',
  routes: [
    ...registryRoutes(equipmentWrites),
    options(equipment, 'equipmentCode'),
    queryEquipmentLife,
    queryEquipmentDocument,
    addEquipmentDocument,
    deleteEquipmentDocument,
    downloadEquipmentDocument,
    addEquipmentTransfer,
    queryTransfersToSign,
    signEquipmentTransfer,
    withdrawEquipmentTransfer,
    scrapEquipment,
    printEquipmentLabel,
    scanEquipment,
    exportEquipmentArchive,
  ],
}
