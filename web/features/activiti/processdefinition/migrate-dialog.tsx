/** Moves running instances of a version to another one: where each node goes, what would move and what would not and why, and then the move. */
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import type { Migration } from '../../../../model/contract/workflow/definitions.ts'
import { migrateProcessInstance } from '../../../../model/contract/workflow/definitions.ts'
import { COMMENT_LENGTH } from '../../../../model/contract/workflow/values.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { isFilled, useLeaveForm } from '../../../kernel/resource/leave-form.ts'
import { toast } from '../../../ui/toast.ts'
import { definitionModel } from '../../../shared/workflow/definition.ts'
import type { ModelNode } from './model-nodes.ts'
import { modelNodes, unmatched } from './model-nodes.ts'
import { VersionChoice } from './version-choice.tsx'

/** Milliseconds: a thousand instances, each in its own transaction. */
const LIMIT = 120_000

interface MigrateProps {
  readonly row: ResourceRow
  readonly onMoved: () => Promise<void>
  readonly onClose: () => void
}

interface Values {
  readonly comment: string
}

export default function MigrateDialog({ row, onMoved, onClose }: MigrateProps) {
  const t = useT()
  const [form] = Form.useForm<Values>()
  const [target, setTarget] = useState<string>()
  const [mapping, setMapping] = useState<Readonly<Record<string, string>>>({})
  const [tried, setTried] = useState<Migration>()
  const [said, setSaid] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const before = useQuery(definitionModel(row.id))
  const after = useQuery(definitionModel(target ?? ''))
  const [from, to] = [modelNodes(before.data?.xml), modelNodes(after.data?.xml)]
  const open = target !== undefined && after.data ? unmatched(from, to) : []

  const leave = useLeaveForm(() => target !== undefined || isFilled(form.getFieldsValue(), {}), onClose, isBusy)

  /** What was tried holds for what was chosen then. */
  function choose(next: { target?: string; mapping?: Readonly<Record<string, string>> }): void {
    if (next.target !== undefined) setTarget(next.target)
    setMapping(next.mapping ?? {})
    setTried(undefined)
  }

  async function run({ comment }: Values, dry: boolean): Promise<void> {
    if (target === undefined) return
    setBusy(true)
    setSaid(undefined)
    try {
      const answer = await ask(migrateProcessInstance, { from: row.id, to: target, mapping, dry, comment }, { quiet: true, limit: LIMIT })
      if (dry) return setTried(answer)
      toast.success(t('process-list.migrated', { moved: answer.moved, stayed: answer.stayed }))
      onClose()
      await onMoved()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setSaid([error.message, ...error.errors.map(({ message }) => message)].join(' '))
    } finally {
      setBusy(false)
    }
  }
  const start = (dry: boolean) =>
    void form.validateFields().then(
      (values) => run(values, dry),
      () => undefined,
    )

  return (
    <Modal
      open
      width="min(760px, calc(100vw - 32px))"
      title={t('process-list.migrate-title', { name: String(row['name'] ?? ''), version: Number(row['definitionVersion'] ?? 0) })}
      onCancel={leave}
      footer={[
        <Button key="close" onClick={leave}>
          {t('common.cancel')}
        </Button>,
        <Button key="try" disabled={target === undefined} loading={isBusy} onClick={() => start(true)}>
          {t('process-list.migrate-try')}
        </Button>,
        <Button key="run" type="primary" disabled={!tried || tried.moved === 0} loading={isBusy} onClick={() => start(false)}>
          {t('button.migrate')}
        </Button>,
      ]}
    >
      <p>{t('process-list.migrate-about')}</p>
      <Form<Values> form={form} name="migrate" layout="vertical">
        <Form.Item label={t('process-list.migrate-to')} htmlFor="migrate-to" required>
          <VersionChoice of={row} id="migrate-to" value={target} onChange={(id) => choose({ target: id })} />
        </Form.Item>
        {open.length > 0 && <Mapping nodes={open} targets={to} mapping={mapping} onChange={(next) => choose({ mapping: next })} />}
        <Form.Item
          name="comment"
          label={t('process-list.comment')}
          rules={[{ required: true, whitespace: true, message: t('process-list.comment-needed') }]}
        >
          <Input.TextArea maxLength={COMMENT_LENGTH} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
      </Form>
      <div role="status">{tried && <Tried of={tried} nameOf={(id) => from.find((node) => node.id === id)?.name ?? id} />}</div>
      {said !== undefined && <Alert type="error" showIcon title={said} />}
    </Modal>
  )
}

interface MappingProps {
  readonly nodes: readonly ModelNode[]
  readonly targets: readonly ModelNode[]
  readonly mapping: Readonly<Record<string, string>>
  readonly onChange: (mapping: Readonly<Record<string, string>>) => void
}

/** Nodes that the other version does not have under their id, and where what stands there goes. */
function Mapping({ nodes, targets, mapping, onChange }: MappingProps) {
  const t = useT()
  return (
    <fieldset className="process-mapping">
      <legend>{t('process-list.migrate-mapping')}</legend>
      {nodes.map(({ id, name, kind }) => (
        <div key={id} className="process-mapping-line">
          <label htmlFor={`map-${id}`}>{name}</label>
          <Select<string>
            id={`map-${id}`}
            allowClear
            value={mapping[id] ?? null}
            placeholder={t('process-list.migrate-nowhere')}
            options={targets.filter((target) => target.kind === kind).map((target) => ({ value: target.id, label: target.name }))}
            onChange={(chosen: string | undefined) => {
              const { [id]: _before, ...others } = mapping
              onChange(chosen === undefined ? others : { ...others, [id]: chosen })
            }}
          />
        </div>
      ))}
    </fieldset>
  )
}

function Tried({ of: { moved, stayed, reasons }, nameOf }: { of: Migration; nameOf: (node: string) => string }) {
  const t = useT()
  return (
    <>
      <Alert
        type={stayed > 0 ? 'warning' : moved > 0 ? 'success' : 'info'}
        showIcon
        title={t('process-list.migrate-tried', { moved, stayed })}
      />
      <ul className="process-lines">
        {reasons.map(({ message, node, count, example }) => (
          <li key={`${node} ${message}`}>
            <span>
              <strong>
                {node === '' ? t('process-list.count-of', { count }) : `${nameOf(node)} · ${t('process-list.count-of', { count })}`}
              </strong>
              <span className="process-said">{message}</span>
              <small>{t('process-list.example', { name: example })}</small>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
