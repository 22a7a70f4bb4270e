import type { DeviceState } from '../../../../model/contract/acquisition/devices.ts'
import type { Services } from '../../../kernel/services.ts'

/** The port that devices send to by MQTT, and whether it wants TLS; `null` where nothing listens. */
export function brokerOf({ acquisition }: Pick<Services, 'acquisition'>): NonNullable<DeviceState['sends']>['broker'] {
  const state = acquisition.collectors.mqtt?.state
  return state?.state === 'listening' ? { port: state.port, tls: state.tls } : null
}
