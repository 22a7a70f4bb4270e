/** Data permissions: for a page of the console, which roles do not see which fields of its rows. */
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Select } from 'antd'
import { Suspense, lazy, useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { DataPermissions, HiddenFields } from '../../../../model/contract/authority/menu-grants.ts'
import { deleteDataField, queryDataFieldByMenuCode } from '../../../../model/contract/authority/menu-grants.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { pagesWithFields } from '../../../shared/authority/granting/grantable.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { tableTexts } from '../../../kernel/i18n/texts.ts'
import { confirm } from '../../../ui/confirm.ts'
import type { RowAction } from '../../../ui/data-table.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { toast } from '../../../ui/toast.ts'
import { Toolbar } from '../../../ui/toolbar.tsx'
import { FieldTags } from './field-tags.tsx'
import './data-permission.css'

const PermissionForm = lazy(() => import('./permission-form.tsx'))

export default function DataPermissionPage() {
  const t = useT()
  const queries = useQueryClient()
  const id = useId()
  const [address, setAddress] = useSearchParams()
  const [form, setForm] = useState<{ row: HiddenFields | undefined }>()
  const pages = pagesWithFields(t)
  const shown = pages.find(({ menu }) => menu === address.get('menuCode')) ?? pages[0]
  const menuCode = shown?.menu ?? ''
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['data-permission', menuCode],
    queryFn: () => ask(queryDataFieldByMenuCode, { menuCode }),
  })
  const may = (button: DataPermissions['allowed'][number]) => data?.allowed.includes(button) ?? false
  const labels = shown?.fields ?? new Map<string, string>()
  const rows = (data?.list ?? []).map((row) => ({ ...row, id: row.key }))

  async function changed(): Promise<void> {
    await queries.invalidateQueries({ queryKey: ['data-permission', menuCode] })
  }

  async function remove(row: HiddenFields): Promise<void> {
    const yes = await confirm({
      title: t('delete.title'),
      text: t('data-permission.remove', { role: row.roleName || row.roleCode }),
      ok: t('button.delete'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (!yes) return
    try {
      await ask(deleteDataField, { roleCode: row.roleCode, menuCode })
      toast.success(t('delete.done'))
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
    }
    await changed()
  }

  const actionsOf = (row: HiddenFields): RowAction[] => [
    ...(may('update') ? [{ key: 'update', label: t('button.update'), run: () => setForm({ row }) }] : []),
    ...(may('delete') ? [{ key: 'delete', label: t('button.delete'), danger: true, run: () => void remove(row) }] : []),
  ]
  return (
    <div className="resource-page">
      <h1 className="visually-hidden">{t('menu.datapermission')}</h1>
      <div className="page-choice">
        <label htmlFor={id}>{t('data-permission.page')}</label>
        <Select
          id={id}
          value={menuCode}
          options={pages.map(({ menu, label }) => ({ value: menu, label }))}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(next) => setAddress({ menuCode: next })}
        />
        <p>{t('data-permission.hint')}</p>
      </div>
      {error instanceof ApiError && !data ? (
        <ListFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <section className="resource-card">
          {may('add') && (
            <Toolbar
              label={t('list.actions')}
              more={t('list.more')}
              actions={[
                {
                  key: 'add',
                  label: t('button.add'),
                  icon: <PlusOutlined aria-hidden="true" />,
                  main: true,
                  run: () => setForm({ row: undefined }),
                },
              ]}
            />
          )}
          <DataTable
            columns={[
              {
                key: 'role',
                title: t('data-permission.role'),
                width: 220,
                render: (row) =>
                  row.roleName ? (
                    <>
                      {row.roleName} <small className="role-code">{row.roleCode}</small>
                    </>
                  ) : (
                    row.roleCode
                  ),
                text: (row) => row.roleCode,
              },
              {
                key: 'fields',
                title: t('data-permission.fields'),
                width: 480,
                render: (row) => <FieldTags names={row.dataField.split(',')} labels={labels} />,
                text: (row) =>
                  row.dataField
                    .split(',')
                    .map((name) => labels.get(name) ?? name)
                    .join(t('common.between')),
              },
            ]}
            rows={rows}
            nameOf={(row) => row.roleName || row.roleCode}
            choosable={false}
            chosen={new Set()}
            onChoose={() => undefined}
            onSort={() => undefined}
            {...(may('update') || may('delete') ? { actionsOf } : {})}
            card={{ title: 'role' }}
            state={isPending ? 'first' : 'ready'}
            expected={3}
            texts={{ ...tableTexts(t('menu.datapermission'), t), empty: t('data-permission.none') }}
          />
        </section>
      )}
      {form && (
        <Suspense fallback={null}>
          <PermissionForm
            key={form.row?.key ?? 'new'}
            row={form.row}
            menuCode={menuCode}
            taken={rows.map((row) => row.roleCode)}
            labels={labels}
            onClose={() => setForm(undefined)}
            onSaved={changed}
          />
        </Suspense>
      )}
    </div>
  )
}
