/** Data permissions: for a page of the console, which roles do not see which fields of its rows. */
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Select } from 'antd'
import { Suspense, lazy, useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { DataPermissions, HiddenFields } from '../../../../model/contract/authority/menu-grants.ts'
import { ADMINISTRATOR } from '../../../../model/authority/roles.ts'
import { authorizeMenuDataToRole, deleteDataField, queryDataFieldByMenuCode } from '../../../../model/contract/authority/menu-grants.ts'
import { queryRoleCode } from '../../../../model/contract/authority/roles.ts'
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
import { HideMenu } from './hide-menu.tsx'
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
  const { data: roles = [] } = useQuery({
    queryKey: ['roles', 'options', 'codes'],
    queryFn: () => ask(queryRoleCode, {}),
    enabled: may('add'),
  })
  const hiding = data?.list ?? []
  // Roles that hide nothing yet stand below, so that hiding something is one click.
  const others = roles
    .filter(({ value }) => value !== ADMINISTRATOR && !hiding.some(({ roleCode }) => roleCode === value))
    .map(({ name, value }): HiddenFields => ({ key: value, roleCode: value, roleName: name, dataField: '' }))
  const rows = [...hiding, ...others].map((row) => ({ ...row, id: row.key }))

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

  async function store({ roleCode, dataField }: HiddenFields, fields: readonly string[]): Promise<boolean> {
    try {
      if (fields.length === 0) await ask(deleteDataField, { roleCode, menuCode })
      else
        await ask(authorizeMenuDataToRole, { roleCode, menuCode, dataField: fields.join(','), ...(dataField === '' ? { isNew: 1 } : {}) })
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      return false
    } finally {
      await changed()
    }
    return true
  }

  async function hide(row: HiddenFields, field: string): Promise<void> {
    const before = fieldsOf(row)
    if (!(await store(row, [...before, field]))) return
    const undo = { text: t('undo.go'), go: () => void store({ ...row, dataField: field }, before) }
    const text = t('data-permission.hidden', { field: labels.get(field) ?? field, role: row.roleName || row.roleCode })
    toast.success(text, before.length > 0 || may('delete') ? undo : undefined)
  }

  const actionsOf = (row: HiddenFields): RowAction[] =>
    fieldsOf(row).length === 0
      ? []
      : [
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
                render: (row) => (
                  <>
                    <FieldTags names={fieldsOf(row)} labels={labels} />
                    {may(fieldsOf(row).length === 0 ? 'add' : 'update') && (
                      <HideMenu
                        name={row.roleName || row.roleCode}
                        fields={[...labels].filter(([name]) => !fieldsOf(row).includes(name))}
                        onHide={(field) => void hide(row, field)}
                      />
                    )}
                  </>
                ),
                text: (row) =>
                  fieldsOf(row)
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
            taken={hiding.map((row) => row.roleCode)}
            labels={labels}
            onClose={() => setForm(undefined)}
            onSaved={changed}
          />
        </Suspense>
      )}
    </div>
  )
}

/** The names of the fields that the role does not see. */
const fieldsOf = ({ dataField }: HiddenFields): readonly string[] => dataField.split(',').filter(Boolean)
