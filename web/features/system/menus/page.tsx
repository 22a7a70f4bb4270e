import UndoOutlined from '@ant-design/icons/es/icons/UndoOutlined'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy } from 'react'
import { menus } from '../../../../model/index.ts'
import { restoreSysMenu } from '../../../../model/contract/system/menus.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { Refusal } from '../../../kernel/resource/resource-actions.tsx'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { forgetLists } from '../../../kernel/http/resource-client.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { toast } from '../../../ui/toast.ts'
import './menus.css'

const MenuForm = lazy(() => import('./form.tsx'))
const AnyIcon = lazy(() => import('../../../kernel/appearance/all-icons.tsx'))

const columns: ColumnSetups = {
  menuName: {
    width: 250,
    render: (row, text) => (
      <>
        <MenuIcon row={row} /> {text}
      </>
    ),
  },
  menuIcon: { hide: true },
  menuCode: { width: 150 },
  menuPath: { width: 210 },
  menuComponent: { hide: true },
  menuStatus: { width: 110 },
  menuOrigin: { width: 120 },
  menuButton: { width: 240 },
}

const filters = ['menuName', 'menuPath', 'menuCode', 'menuStatus']

const defaults = { parentId: '0', menuStatus: '1', menuSequence: 1, menuButton: [] }

export default function MenusPage() {
  const t = useT()
  const queries = useQueryClient()

  const refusal: Refusal = (row, button) =>
    button === 'delete' && isProducts(row) ? t('list.stays', { name: String(row['menuName'] ?? '') }) : undefined

  async function restore(row: ResourceRow): Promise<void> {
    const text = t('menus.restore-question', { name: String(row['menuName'] ?? '') })
    if (!(await confirm({ title: t('menus.restore'), text, ok: t('menus.restore'), cancel: t('common.cancel') }))) return
    try {
      await ask(restoreSysMenu, { id: row.id })
      toast.success(t('menus.restored'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    await forgetLists(queries, menus)
  }

  return (
    <ResourcePage
      of={menus}
      columns={columns}
      filters={filters}
      defaults={defaults}
      form={MenuForm}
      refusal={refusal}
      actions={(chosen, may) =>
        may('restore')
          ? [
              {
                key: 'restore',
                label: t('menus.restore'),
                icon: <UndoOutlined aria-hidden="true" />,
                run: () => {
                  const [row] = chosen.filter(isProducts)
                  if (!row) return toast.warning(t('list.check-one'))
                  if (chosen.length > 1) return toast.warning(t('list.only-one'))
                  void restore(row)
                },
              },
            ]
          : []
      }
    />
  )
}

function isProducts(row: ResourceRow): boolean {
  return row['menuOrigin'] === 'product'
}

function MenuIcon({ row }: { row: ResourceRow }) {
  return (
    <span className="menu-row-icon">
      <Suspense fallback={null}>
        <AnyIcon name={row['menuIcon'] as string | null} />
      </Suspense>
    </span>
  )
}
