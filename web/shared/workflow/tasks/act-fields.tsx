/** What an act asks for beside the comment. */
import { useQuery } from '@tanstack/react-query'
import { Form, Radio, Select } from 'antd'
import { SIGNER_WAYS } from '../../../../model/contract/workflow/acts.ts'
import type { PersonalTaskDetails } from '../../../../model/contract/workflow/office.ts'
import { RETURN_WAYS, queryReturnTarget } from '../../../../model/contract/workflow/tasks.ts'
import { personText } from '../../../../model/organisation/person-text.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { Asked } from '../asked.tsx'
import { PROCESS_QUERIES } from '../queries.ts'
import type { DialogAct } from './acts.ts'
import { PeoplePicker } from './people-picker.tsx'

export interface ActFieldsProps {
  readonly act: DialogAct
  readonly taskId: string
  readonly pick?: PersonalTaskDetails['pick'] | undefined
}

export function ActFields({ act, taskId, pick }: ActFieldsProps) {
  switch (act) {
    case 'complete':
      return pick ? <Picked of={pick} /> : null
    case 'delegate':
    case 'transfer':
      return <Assignee />
    case 'add-signer':
      return <Signers />
    case 'consult':
      return <Consulted />
    case 'copy':
      return <Receivers />
    case 'return':
      return <Target taskId={taskId} />
    default:
      return null
  }
}

function Picked({ of: { name, people } }: { of: NonNullable<PersonalTaskDetails['pick']> }) {
  const t = useT()
  return (
    <Form.Item
      name="candidate"
      label={t('my-task.next-approver', { name })}
      rules={[{ required: true, message: t('process-list.approver-needed') }]}
    >
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        notFoundContent={t('my-task.people-none')}
        options={people.map((person) => ({ value: person.username, label: personText(person) }))}
      />
    </Form.Item>
  )
}

function Assignee() {
  const t = useT()
  return (
    <Form.Item name="assignee" label={t('my-task.approver')} rules={[{ required: true, message: t('process-list.approver-needed') }]}>
      <PeoplePicker />
    </Form.Item>
  )
}

function Receivers() {
  const t = useT()
  return (
    <Form.Item name="users" label={t('my-task.receivers')} rules={[{ required: true, message: t('my-task.receiver-needed') }]}>
      <PeoplePicker several />
    </Form.Item>
  )
}

function Consulted() {
  const t = useT()
  return (
    <Form.Item name="users" label={t('process-beside.ask-whom')} rules={[{ required: true, message: t('process-beside.ask-needed') }]}>
      <PeoplePicker several />
    </Form.Item>
  )
}

function Signers() {
  const t = useT()
  return (
    <>
      <Form.Item name="users" label={t('my-task.approvers')} rules={[{ required: true, message: t('process-list.approver-needed') }]}>
        <PeoplePicker several />
      </Form.Item>
      <Form.Item name="how" label={t('my-task.signer-way')}>
        <Radio.Group className="task-radio" options={SIGNER_WAYS.map((value) => ({ value, label: t(`my-task.signer-${value}`) }))} />
      </Form.Item>
    </>
  )
}

function Target({ taskId }: { taskId: string }) {
  const t = useT()
  const asked = useQuery({
    queryKey: [PROCESS_QUERIES, 'targets', taskId],
    queryFn: ({ signal }) => ask(queryReturnTarget, { taskId }, { signal, quiet: true }),
  })
  return (
    <Asked of={asked}>
      {({ list }) => (
        <>
          <Form.Item
            name="target"
            label={t('my-task.target')}
            // Where there is one step alone, nobody has to choose.
            initialValue={list.length === 1 ? list[0]?.node : undefined}
            rules={[{ required: true, message: t(list.length === 0 ? 'my-task.target-none' : 'my-task.target-needed') }]}
          >
            <Select
              notFoundContent={t('my-task.target-none')}
              options={list.map(({ node, name, people }) => ({
                value: node,
                label: people.length === 0 ? name : t('my-task.target-by', { name, people: people.join(t('common.between')) }),
              }))}
            />
          </Form.Item>
          <Form.Item name="way" label={t('my-task.way')}>
            <Radio.Group className="task-radio" options={RETURN_WAYS.map((value) => ({ value, label: t(`my-task.way-${value}`) }))} />
          </Form.Item>
        </>
      )}
    </Asked>
  )
}
