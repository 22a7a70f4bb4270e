/** Who else may read an entry: everybody, some users, roles and organisations, and whoever has a link. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Modal, Skeleton, Switch } from 'antd'
import { useId, useState } from 'react'
import type { FileShares } from '../../../../model/contract/file/shares.ts'
import { queryFileShare, queryFileShareOptions, updateFileShare } from '../../../../model/contract/file/shares.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { FileRow } from '../../../../model/contract/file/disk.ts'
import { FILES, isFolder, shareWithAll, succeeded } from '../../../shared/files/client.ts'
import type { LabelKey } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { NodePicker } from '../../../kernel/resource/node-picker.tsx'
import { RowPicker } from '../../../kernel/resource/row-picker.tsx'
import { toast } from '../../../ui/toast.ts'
import { Links } from './links.tsx'

type Group = 'users' | 'roles' | 'orgs'
type Draft = Readonly<Record<Group, readonly string[]>>

const titles: Readonly<Record<Group, LabelKey>> = { users: 'noun.users', roles: 'noun.roles', orgs: 'noun.organisations' }
/** Names alone, for whoever may share: a list of users may be none of theirs. */
const namesOf = (kind: 'users' | 'roles') => (query: { keyword: string } | { id: string }) => ask(queryFileShareOptions, { kind, ...query })
const idsOf = (named: readonly { id: string }[]) => named.map(({ id }) => id)
const same = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((id) => b.includes(id))

export default function SharingDialog({ row, onClose }: { row: FileRow; onClose: () => void }) {
  const t = useT()
  const [open, setOpen] = useState(true)
  const { data, error } = useQuery({
    queryKey: [FILES, 'shares', row.id],
    queryFn: ({ signal }) => ask(queryFileShare, { id: row.id }, { signal }),
    gcTime: 0,
  })
  return (
    <Modal
      open={open}
      title={t('disk.share-title', { name: row.originalFilename })}
      width={600}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      rootClassName="disk-dialog"
      mask={{ closable: false }}
      footer={<Button onClick={() => setOpen(false)}>{t('common.close')}</Button>}
    >
      <p className="disk-note">{t(isFolder(row) ? 'disk.share-folder-note' : 'disk.share-note')}</p>
      {error && <p role="alert">{error.message}</p>}
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 5 }} />}
      {data && <People key={row.id} row={row} of={data} />}
      <Links row={row} />
    </Modal>
  )
}

function People({ row: { id }, of }: { row: FileRow; of: FileShares }) {
  const t = useT()
  const own = useId()
  const queries = useQueryClient()
  const stored: Draft = { users: idsOf(of.users), roles: idsOf(of.roles), orgs: idsOf(of.orgs) }
  const [draft, setDraft] = useState(stored)
  const [busy, setBusy] = useState(false)
  const isDirty = (Object.keys(titles) as Group[]).some((group) => !same(draft[group], stored[group]))
  const known = (group: Group) => of[group].map((one) => ({ value: one.id, label: one.label }))

  async function store(work: Promise<unknown>): Promise<void> {
    setBusy(true)
    if (await succeeded(work)) toast.success(t('form.saved'))
    await queries.invalidateQueries({ queryKey: [FILES] })
    setBusy(false)
  }

  const label = (group: Group) => <label htmlFor={`${own}-${group}`}>{t(titles[group])}</label>
  const change = (group: Group) => (next: readonly string[] | undefined) => setDraft({ ...draft, [group]: next ?? [] })
  return (
    <section aria-label={t('disk.share-people')}>
      <div className="disk-everybody">
        <Switch
          id={`${own}-all`}
          checked={of.isShared === 1}
          loading={busy}
          aria-labelledby={`${own}-all-label`}
          onChange={(on) => void store(shareWithAll(id, on ? 1 : 0))}
        />
        <label id={`${own}-all-label`} htmlFor={`${own}-all`}>
          {t('disk.share-all')}
        </label>
      </div>
      <div className="disk-field">
        {label('users')}
        <RowPicker
          noun="users"
          from={namesOf('users')}
          id={`${own}-users`}
          several
          clearable
          value={draft.users}
          known={known('users')}
          onChange={change('users')}
        />
      </div>
      <div className="disk-field">
        {label('roles')}
        <RowPicker
          noun="roles"
          from={namesOf('roles')}
          id={`${own}-roles`}
          several
          clearable
          value={draft.roles}
          known={known('roles')}
          onChange={change('roles')}
        />
      </div>
      <div className="disk-field">
        {label('orgs')}
        <NodePicker noun="organisations" id={`${own}-orgs`} several value={draft.orgs} onChange={change('orgs')} />
      </div>
      <Button
        type="primary"
        disabled={!isDirty}
        loading={busy}
        onClick={() => void store(ask(updateFileShare, { id, userId: draft.users, roleId: draft.roles, orgId: draft.orgs }))}
      >
        {t('common.save')}
      </Button>
    </section>
  )
}
