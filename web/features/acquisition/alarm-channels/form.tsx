/** The standard form; a channel that leaves by the operator's gateways has no address, and a change does not ask for the kind. */
import { isAddressed } from '../../../../model/acquisition/alarm-channels.ts'
import type { ResourceFormProps } from '../../../kernel/resource/resource-form.tsx'
import ResourceForm from '../../../kernel/resource/resource-form.tsx'

const OF_ADDRESSED = ['channelAddress', 'channelSecret']

export default function ChannelForm(props: ResourceFormProps) {
  const stored = props.row?.['channelKind']
  return (
    <ResourceForm
      {...props}
      shows={(name, { channelKind }) => {
        const kind = stored ?? channelKind
        if (name === 'channelSecret' && kind === 'wecom') return false
        return !OF_ADDRESSED.includes(name) || kind === undefined || isAddressed(kind)
      }}
    />
  )
}
