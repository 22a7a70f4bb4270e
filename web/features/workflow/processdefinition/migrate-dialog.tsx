/** Moves running instances of a version to another one: where each node goes, what would move and what would not and why, and then the move. */
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Input, Modal, Progress, Select } from 'antd'
import { useEffect, useState } from 'react'
import type { Migration } from '../../../../model/contract/workflow/definitions.ts'
import { COMMENT_LENGTH } from '../../../../model/contract/workflow/values.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import type { LabelKey } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { isFilled, useLeaveForm } from '../../../kernel/resource/leave-form.ts'
import { definitionModel } from '../../../shared/workflow/definition.ts'
import { confirm } from '../../../ui/confirm.ts'
import type { ModelNode } from './model-nodes.ts'
import { modelNodes, unmatched } from './model-nodes.ts'
import type { Started } from './use-migration.ts'
import { useMigration } from './use-migration.ts'
import { VersionChoice } from './version-choice.tsx'

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
  const migration = useMigration()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const before = useQuery(definitionModel(row.id))
  const after = useQuery(definitionModel(target ?? ''))
  const [from, to] = [modelNodes(before.data?.xml), modelNodes(after.data?.xml)]
  const open = target !== undefined && after.data ? unmatched(from, to) : []

  const { started, state, isUnderWay } = migration
  const isDone = state?.status === 'done'
  const isMoved = isDone && started?.what !== 'dry'
  // What is being moved, or has been, was chosen before.
  const isFixed = isBusy || isUnderWay || isMoved
  // What became of a move is read here alone.
  const isMoving = isBusy || (isUnderWay && started?.what !== 'dry')
  const leave = useLeaveForm(() => !isMoved && (target !== undefined || isFilled(form.getFieldsValue(), {})), onClose, isMoving)

  /** What was tried holds for what was chosen then. */
  function choose(next: { target?: string; mapping?: Readonly<Record<string, string>> }): void {
    if (next.target !== undefined) setTarget(next.target)
    setMapping(next.mapping ?? {})
    migration.forget()
  }

  async function run(begin: () => Promise<void>): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    try {
      await begin()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure([error.message, ...error.errors.map(({ message }) => message)].join(' '))
    } finally {
      setBusy(false)
    }
  }
  const withComment = (begin: (comment: string) => Promise<void>) =>
    void form.validateFields().then(
      ({ comment }) => run(() => begin(comment)),
      () => undefined,
    )
  const start = (dry: boolean) =>
    withComment(async (comment) => {
      if (target !== undefined) await migration.begin({ from: row.id, to: target, mapping, dry, comment })
    })

  const undo = () =>
    withComment(async (comment) => {
      const [title, ok, cancel] = [t('process-list.migrate-undo'), t('process-list.migrate-undo'), t('common.cancel')]
      const text = t('process-list.migrate-undo-about', { moved: state?.result?.moved ?? 0 })
      if (await confirm({ title, text, ok, cancel, danger: true })) await migration.undo(comment)
    })

  useEffect(() => {
    if (isMoved) void onMoved()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each that is done
  }, [isMoved, started?.jobId])

  return (
    <Modal
      open
      width="min(760px, calc(100vw - 32px))"
      title={t('process-list.migrate-title', { name: String(row['name'] ?? ''), version: Number(row['definitionVersion'] ?? 0) })}
      onCancel={leave}
      closable={!isMoving}
      footer={[
        <Button key="close" disabled={isMoving} onClick={leave}>
          {t(isMoved ? 'common.close' : 'common.cancel')}
        </Button>,
        ...(isMoved && started?.what === 'move' && (state?.result?.moved ?? 0) > 0
          ? [
              <Button key="undo" danger loading={isBusy} onClick={undo}>
                {t('process-list.migrate-undo')}
              </Button>,
            ]
          : []),
        ...(isMoved
          ? []
          : [
              <Button key="try" disabled={target === undefined} loading={isBusy || isUnderWay} onClick={() => start(true)}>
                {t('process-list.migrate-try')}
              </Button>,
              <Button
                key="run"
                type="primary"
                disabled={!isDone || started?.what !== 'dry' || (state?.result?.moved ?? 0) === 0}
                loading={isBusy || isUnderWay}
                onClick={() => start(false)}
              >
                {t('button.migrate')}
              </Button>,
            ]),
      ]}
    >
      <p>{t('process-list.migrate-about')}</p>
      <Form<Values> form={form} name="migrate" layout="vertical">
        <Form.Item label={t('process-list.migrate-to')} htmlFor="migrate-to" required>
          <VersionChoice of={row} id="migrate-to" value={target} disabled={isFixed} onChange={(id) => choose({ target: id })} />
        </Form.Item>
        {open.length > 0 && (
          <Mapping nodes={open} targets={to} mapping={mapping} disabled={isFixed} onChange={(next) => choose({ mapping: next })} />
        )}
        <Form.Item
          name="comment"
          label={t('process-list.comment')}
          rules={[{ required: true, whitespace: true, message: t('process-list.comment-needed') }]}
        >
          <Input.TextArea maxLength={COMMENT_LENGTH} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
      </Form>
      <div role="status">
        {isUnderWay && (
          <Progress
            aria-label={t('button.migrate')}
            status="active"
            percent={state?.total ? Math.floor((state.done / state.total) * 100) : 0}
            format={() => (state ? `${String(state.done)} / ${String(state.total ?? 0)}` : '')}
          />
        )}
        {isDone && state.result && started && (
          <Became of={state.result} what={started.what} nameOf={(id) => from.find((node) => node.id === id)?.name ?? id} />
        )}
        {state && !isUnderWay && !isDone && <Alert type="error" showIcon title={state.message ?? t('failure.unknown')} />}
        {migration.asked.error instanceof ApiError && <Alert type="error" showIcon title={migration.asked.error.message} />}
      </div>
      {failure !== undefined && <Alert type="error" showIcon title={failure} />}
    </Modal>
  )
}

interface MappingProps {
  readonly nodes: readonly ModelNode[]
  readonly targets: readonly ModelNode[]
  readonly mapping: Readonly<Record<string, string>>
  readonly disabled: boolean
  readonly onChange: (mapping: Readonly<Record<string, string>>) => void
}

/** Nodes that the other version does not have under their id, and where what stands there goes. */
function Mapping({ nodes, targets, mapping, disabled, onChange }: MappingProps) {
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
            disabled={disabled}
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

const SENTENCES = {
  dry: 'process-list.migrate-tried',
  move: 'process-list.migrate-done',
  undo: 'process-list.migrate-undone',
} as const satisfies Readonly<Record<Started['what'], LabelKey>>

interface BecameProps {
  readonly of: Migration
  readonly what: Started['what']
  readonly nameOf: (node: string) => string
}

function Became({ of: { moved, stayed, reasons }, what, nameOf }: BecameProps) {
  const t = useT()
  return (
    <>
      <Alert type={stayed > 0 ? 'warning' : moved > 0 ? 'success' : 'info'} showIcon title={t(SENTENCES[what], { moved, stayed })} />
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
