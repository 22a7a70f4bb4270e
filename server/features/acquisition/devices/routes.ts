import { devices } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { deviceValues, registryRoutes, registryWrites } from '../../../acquisition/index.ts'
import { options } from '../../../kernel/resources/options.ts'
import { applyDeviceType, givePoints, pointsToGive } from './apply-type.ts'
import {
  addDeviceAttachment,
  attachAgain,
  deleteDeviceAttachment,
  downloadDeviceAttachment,
  queryDeviceAttachment,
  restoreDeviceAttachment,
  updateDeviceAttachment,
} from './attachments.ts'
import { queryDevicePlaces, queryDevicePoints } from './board.ts'
import { queryDeviceConnection, queryDeviceLog, queryDeviceMessages } from './connection.ts'
import { printDeviceLabel } from './labels.ts'
import { queryNetworks } from './networks.ts'
import { resetDeviceSecret } from './secret.ts'
import { judgeMoves, judgePlaces } from './permitted-address.ts'
import { queryDeviceState } from './state.ts'
import { testReadDevice } from './test-read.ts'

const deviceWrites = registryWrites(devices, {
  afterAdding: givePoints,
  takes: { quota: 'points', each: pointsToGive },
  judgeNew: judgePlaces,
  judgeChanges: judgeMoves,
  afterRestoring: attachAgain,
})

export const devicesFeature: Feature = {
  tag: 'devices',
  routes: [
    ...registryRoutes(deviceWrites, deviceValues),
    options(devices, 'deviceCode'),
    applyDeviceType,
    queryDeviceAttachment,
    addDeviceAttachment,
    updateDeviceAttachment,
    deleteDeviceAttachment,
    restoreDeviceAttachment,
    downloadDeviceAttachment,
    queryDeviceConnection,
    queryDeviceLog,
    queryDeviceMessages,
    queryDevicePlaces,
    queryDevicePoints,
    queryDeviceState,
    queryNetworks,
    printDeviceLabel,
    resetDeviceSecret,
    testReadDevice,
  ],
}
