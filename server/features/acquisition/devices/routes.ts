import { devices } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { registryRoutes } from '../../../acquisition/index.ts'
import { options } from '../../../kernel/resources/options.ts'
import { applyDeviceType, givePoints } from './apply-type.ts'
import { queryNetworks } from './networks.ts'
import { resetDeviceSecret } from './secret.ts'
import { assertMayMove, assertMayStand, judgePlaces } from './permitted-address.ts'
import { queryDeviceState } from './state.ts'
import { testReadDevice } from './test-read.ts'

export const devicesFeature: Feature = {
  tag: 'devices',
  routes: [
    ...registryRoutes(devices, { afterAdding: givePoints, mayBeAdded: assertMayStand, mayBeChanged: assertMayMove, judge: judgePlaces }),
    options(devices, 'deviceCode'),
    applyDeviceType,
    queryDeviceState,
    queryNetworks,
    resetDeviceSecret,
    testReadDevice,
  ],
}
