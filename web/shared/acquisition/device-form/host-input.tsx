/** Where a polled device stands, with the networks it can stand in: whoever fills it in need not find out by being refused. */
import { useQuery } from '@tanstack/react-query'
import type { InputProps } from 'antd'
import { Input } from 'antd'
import { useId } from 'react'
import { queryNetworks } from '../../../../model/contract/acquisition/devices.ts'
import { devices } from '../../../../model/index.ts'
import { limitsOf } from '../../../../model/messages.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import './host-input.css'

/** Networks that are named; of more, the others are only hinted at. */
const SHOWN = 8

export default function HostInput(props: InputProps) {
  const t = useT()
  const id = useId()
  // eslint-disable-next-line no-restricted-syntax -- a hint: the server judges what is written
  const { data } = useQuery({
    queryKey: [devices.name, 'networks'],
    queryFn: () => ask(queryNetworks, {}, { quiet: true }),
    staleTime: 60_000,
  })
  const networks = data?.networks ?? []
  const named = networks.slice(0, SHOWN).join('; ') + (networks.length > SHOWN ? '; …' : '')
  const hint = data && (networks.length === 0 ? t('devices.no-networks') : t('devices.networks', { networks: named }))
  return (
    <>
      <Input
        {...props}
        maxLength={limitsOf(devices.fields.modbusHost).max ?? 253}
        aria-describedby={[props['aria-describedby'], id].filter(Boolean).join(' ')}
      />
      <span id={id} className="host-hint">
        {hint}
      </span>
    </>
  )
}
