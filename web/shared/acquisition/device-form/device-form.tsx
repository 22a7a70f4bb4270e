/** What is special about the form of a device, wherever it is opened. */
import type { InputProps } from 'antd'
import { Input } from 'antd'
import { Suspense } from 'react'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import type { FormValues } from '../../../kernel/resource/form-checks.ts'

const HostInput = lazyWithPreload(() => import('./host-input.tsx'))

export const newDevice = { deviceStatus: '1', connection: 'push', modbusPort: 502, modbusUnit: 1, pollSeconds: 10 } as const

const POLLED = ['modbusHost', 'modbusPort', 'modbusUnit', 'pollSeconds']
const SENDING = ['gatewayId', 'gatewayName']

/**
 * Whether the form asks for a field: what is polled has an address; what sends may do so over a gateway, and only there it has a name. Whoever
 * does not see how a device is connected is asked for all.
 */
export function showsOfDevice(name: string, { connection, gatewayId }: FormValues): boolean {
  if (connection === undefined) return true
  if (POLLED.includes(name)) return connection === 'modbus'
  if (name === 'gatewayName') return connection !== 'modbus' && Boolean(gatewayId)
  return !SENDING.includes(name) || connection !== 'modbus'
}

/** Its field is there at once; what it knows of networks comes with its file. */
function HostField(props: InputProps) {
  return (
    <Suspense fallback={<Input {...props} />}>
      <HostInput {...props} />
    </Suspense>
  )
}

export const deviceControls = { modbusHost: <HostField /> }
