/** The standard form; whom to tell is asked once a channel is chosen that addresses people. */
import { alarmChannels } from '../../../../model/index.ts'
import type { ResourceFormProps } from '../../../kernel/resource/resource-form.tsx'
import ResourceForm from '../../../kernel/resource/resource-form.tsx'
import { isAskedOfDelivery } from '../../../shared/acquisition/asked-fields.ts'
import { useChosenRow } from '../../../shared/acquisition/chosen-row.ts'

export default function DeliveryRuleForm(props: ResourceFormProps) {
  const {
    row: channel,
    isChosen,
    isWaiting,
    onChange,
  } = useChosenRow(alarmChannels, 'channelId', (props.row ?? props.defaults)['channelId'])
  if (isWaiting) return null
  const shows = (name: string) => isAskedOfDelivery(name, { isChosen, channelKind: channel?.['channelKind'] })
  return <ResourceForm {...props} shows={shows} onChange={onChange} />
}
