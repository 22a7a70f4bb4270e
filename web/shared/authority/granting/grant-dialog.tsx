/** A dialog in which sets of grants are ticked: one panel, or several as tabs. Each set is loaded and stored as a whole. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Modal, Skeleton, Tabs } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { Question } from '../../../ui/confirm.ts'
import { useLeaving } from '../../../ui/leaving.ts'
import type { TickNode } from '../../../ui/tick-tree.tsx'
import { TickTree } from '../../../ui/tick-tree.tsx'
import { toast } from '../../../ui/toast.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { tickTexts } from '../../../kernel/i18n/texts.ts'
import './grant-dialog.css'

export interface GrantSet {
  readonly nodes: readonly TickNode[]
  /** Ids of the leaves that are ticked now. */
  readonly ticked: readonly string[]
  /** Why the set cannot be stored from here, such as too many people to show. */
  readonly incomplete?: string
}

export interface GrantPanel {
  readonly key: string
  readonly label: string
  readonly hint: string | ((set: GrantSet) => string | undefined)
  /** Why nothing can be changed here. */
  readonly readOnly?: string
  readonly load: () => Promise<GrantSet>
  readonly save: (ticked: readonly string[], before: readonly string[]) => Promise<unknown>
  /** What is wrong with what is ticked, such as nothing at all. */
  readonly check?: (ticked: readonly string[]) => string | undefined
  readonly extra?: (node: TickNode) => ReactNode
  /** Stands above the tree: what is done beside storing what is ticked. */
  readonly above?: ReactNode
  /** In place of a tree, for what is chosen otherwise. Marks are what is ticked. */
  readonly draw?: (marks: ReadonlySet<string>, onChange: (marks: ReadonlySet<string>) => void, readOnly: boolean) => ReactNode
}

interface GrantDialogProps {
  /** Names what is granted to, for the cache. */
  readonly id: string
  readonly title: string
  readonly panels: readonly GrantPanel[]
  readonly open: boolean
  readonly onClose: () => void
  readonly onSaved?: () => void
}

type Drafts = Readonly<Record<string, ReadonlySet<string>>>

export function GrantDialog({ id, title, panels, open, onClose, onSaved }: GrantDialogProps) {
  const t = useT()
  const queries = useQueryClient()
  const [shown, setShown] = useState(panels[0]?.key ?? '')
  const [drafts, setDrafts] = useState<Drafts>({})
  const [busy, setBusy] = useState(false)
  const keyOf = (panel: string) => ['grants', id, panel]
  const setOf = (panel: string) => queries.getQueryData<GrantSet>(keyOf(panel))
  const isDirty = (panel: string) => {
    const [draft, set] = [drafts[panel], setOf(panel)]
    return (
      draft !== undefined && set !== undefined && (draft.size !== new Set(set.ticked).size || set.ticked.some((one) => !draft.has(one)))
    )
  }
  const current = panels.find(({ key }) => key === shown) ?? panels[0]

  async function save(panel: GrantPanel): Promise<void> {
    const [draft, set] = [drafts[panel.key], setOf(panel.key)]
    if (!draft || !set) return
    const wrong = panel.check?.([...draft])
    if (wrong !== undefined) return toast.warning(wrong)
    setBusy(true)
    try {
      await panel.save([...draft], set.ticked)
      toast.success(t('form.saved'))
      await queries.invalidateQueries({ queryKey: ['grants', id] })
      // What was ticked since then stays.
      setDrafts((before) => {
        const { [panel.key]: latest, ...others } = before
        return latest === draft ? others : before
      })
      onSaved?.()
      if (panels.length === 1) onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }

  function lost(): Question | undefined {
    const names = panels.filter(({ key }) => isDirty(key)).map(({ label }) => label)
    if (names.length === 0) return undefined
    return {
      title: t('granting.leave'),
      text: t('granting.leave-text', { panels: names.join(t('common.between')) }),
      ok: t('granting.discard'),
      cancel: t('common.cancel'),
      danger: true,
    }
  }
  const close = useLeaving(lost, onClose)

  const body = (panel: GrantPanel) => (
    <Panel
      panel={panel}
      queryKey={keyOf(panel.key)}
      draft={drafts[panel.key]}
      onDraft={(ticked) => setDrafts((before) => ({ ...before, [panel.key]: ticked }))}
    />
  )
  return (
    <Modal
      open={open}
      title={title}
      width={760}
      rootClassName="grant-dialog resource-dialog"
      mask={{ closable: false }}
      onCancel={close}
      destroyOnHidden
      footer={[
        <Button key="close" onClick={close}>
          {t('common.close')}
        </Button>,
        <Button
          key="save"
          type="primary"
          loading={busy}
          disabled={!current || !isDirty(current.key)}
          onClick={() => {
            if (current) void save(current)
          }}
        >
          {t('common.save')}
        </Button>,
      ]}
    >
      {panels.length === 1 && current ? (
        body(current)
      ) : (
        <Tabs
          // Narrow enough for all tabs on a phone: the library's menu for the rest is no child that a list of tabs may have.
          activeKey={shown}
          onChange={setShown}
          tabBarGutter={16}
          items={panels.map((panel) => ({
            key: panel.key,
            label: isDirty(panel.key) ? `${panel.label} •` : panel.label,
            children: body(panel),
          }))}
        />
      )}
    </Modal>
  )
}

interface PanelProps {
  readonly panel: GrantPanel
  readonly queryKey: readonly string[]
  readonly draft: ReadonlySet<string> | undefined
  readonly onDraft: (ticked: ReadonlySet<string>) => void
}

function Panel({ panel, queryKey, draft, onDraft }: PanelProps) {
  const t = useT()
  const { data, error } = useQuery({ queryKey, queryFn: panel.load, gcTime: 0 })
  if (error) return <p role="alert">{error.message}</p>
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} title={false} />
  const blocked = panel.readOnly ?? data.incomplete
  const hint = typeof panel.hint === 'string' ? panel.hint : panel.hint(data)
  return (
    <>
      {hint !== undefined && <p className="grant-hint">{hint}</p>}
      {blocked && <Alert type="info" showIcon title={blocked} className="grant-blocked" />}
      {!blocked && panel.above}
      {panel.draw ? (
        panel.draw(draft ?? new Set(data.ticked), onDraft, blocked !== undefined)
      ) : (
        <TickTree
          label={panel.label}
          nodes={data.nodes}
          ticked={draft ?? new Set(data.ticked)}
          onTick={onDraft}
          readOnly={blocked !== undefined}
          texts={tickTexts(t)}
          {...(panel.extra ? { extra: panel.extra } : {})}
        />
      )}
    </>
  )
}
