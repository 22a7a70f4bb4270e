/** The standard form; only a channel that addresses people asks whom. */
import { alarmChannels } from '../../../../model/index.ts'
import type { ResourceFormProps } from '../../../kernel/resource/resource-form.tsx'
import ResourceForm from '../../../kernel/resource/resource-form.tsx'
import { isAskedOfDelivery } from '../../../shared/acquisition/asked-fields.ts'
import { useChosenRow } from '../../../shared/acquisition/chosen-row.ts'

export default function DeliveryRuleForm(props: ResourceFormProps) {
  const { row: channel, isWaiting, onChange } = useChosenRow(alarmChannels, 'channelId', (props.row ?? props.defaults)['channelId'])
  if (isWaiting) return null
  return <ResourceForm {...props} shows={(name) => isAskedOfDelivery(name, channel?.['channelKind'])} onChange={onChange} />
}
