import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { roles } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { Example, ExampleCard } from '../../../shared/examples/example.tsx'
import { checkField } from '../../../kernel/resource/form-checks.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { forgetLists, listOf, updateRow } from '../../../kernel/http/resource-client.ts'
import { toast } from '../../../ui/toast.ts'
import { named } from '../../../ui/named.ts'

/** The descriptions of the roles, changed where they stand. The model checks, the server decides, a faster colleague is not overwritten. */
export default function InlineTablePage() {
  const t = useT()
  const [editing, setEditing] = useState<string>()
  const { data, error, refetch } = useQuery(listOf(roles, { currentPage: 1, pageSize: 50 }, { quiet: true }))
  const may = data?.allowed?.includes('update') ?? false
  return (
    <Example title={t('menu.inlinetable')} about={t('inline.about')} source={['features/template/inline-table/']}>
      {error instanceof ApiError ? (
        <ListFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <ExampleCard title={t('noun.roles')}>
          <div className="example-scroll" role="region" aria-label={t('noun.roles')} tabIndex={0}>
            <table className="example-table" aria-busy={!data}>
              <thead>
                <tr>
                  <th scope="col">{t('field.roles.roleName')}</th>
                  <th scope="col">{t('field.roles.roleDescription')}</th>
                  <th scope="col">{t('list.row-actions')}</th>
                </tr>
              </thead>
              <tbody>
                {data?.list.map((row) => (
                  <tr key={row.id}>
                    <th scope="row">{String(row['roleName'])}</th>
                    {editing === row.id ? (
                      <Editing row={row} onDone={() => setEditing(undefined)} />
                    ) : (
                      <>
                        <td>{String(row['roleDescription'] ?? '')}</td>
                        <td>
                          {may && (
                            <Button
                              size="small"
                              aria-label={named(t('button.update'), String(row['roleName']))}
                              onClick={() => setEditing(row.id)}
                            >
                              {t('button.update')}
                            </Button>
                          )}
                        </td>
                      </>
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </ExampleCard>
      )}
    </Example>
  )
}

function Editing({ row, onDone }: { row: ResourceRow; onDone: () => void }) {
  const t = useT()
  const queries = useQueryClient()
  const [text, setText] = useState(String(row['roleDescription'] ?? ''))
  const [busy, setBusy] = useState(false)
  const wrong = checkField(roles, 'roleDescription', { ...row, roleDescription: text }, t)

  async function save(): Promise<void> {
    setBusy(true)
    const saved = await updateRow(roles, { id: row.id, version: row.version, roleDescription: text }).then(
      () => true,
      (failure: unknown) => {
        if (failure instanceof ApiError) return false // told already; the text stays
        throw failure
      },
    )
    setBusy(false)
    if (!saved) return
    await forgetLists(queries, roles)
    toast.success(t('inline.saved'))
    onDone()
  }

  return (
    <>
      <td>
        <Input
          autoFocus
          value={text}
          maxLength={256}
          aria-label={t('field.roles.roleDescription')}
          status={wrong ? 'error' : ''}
          aria-invalid={wrong !== undefined}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={({ key }) => {
            if (key === 'Escape') onDone()
          }}
          onPressEnter={() => {
            if (!wrong) void save()
          }}
        />
        {wrong && <span role="alert">{wrong}</span>}
      </td>
      <td className="example-row">
        <Button size="small" type="primary" loading={busy} disabled={wrong !== undefined} onClick={() => void save()}>
          {t('common.save')}
        </Button>
        <Button size="small" onClick={onDone}>
          {t('common.cancel')}
        </Button>
      </td>
    </>
  )
}
