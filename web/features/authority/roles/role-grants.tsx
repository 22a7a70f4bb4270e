/** All that can be granted to one role, as tabs of one dialog. */
import { useQueryClient } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { Suspense, lazy, useId, useState } from 'react'
import { ADMINISTRATOR } from '../../../../model/authority/roles.ts'
import { roles, users } from '../../../../model/index.ts'
import { GrantDialog } from '../../../shared/authority/granting/grant-dialog.tsx'
import type { Asked } from '../../../shared/authority/granting/who-has.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { forgetLists } from '../../../kernel/http/resource-client.ts'
import type { CallsAlong } from './panels.ts'
import { CALLS_ALONG, panelsOf } from './panels.ts'

const WhoHas = lazy(() => import('../../../shared/authority/granting/who-has.tsx'))

interface RoleGrantsProps {
  readonly row: ResourceRow
  /** Which of the calls this caller may make. */
  readonly may: readonly string[]
  readonly open: boolean
  readonly onClose: () => void
}

export default function RoleGrants({ row, may, open, onClose }: RoleGrantsProps) {
  const t = useT()
  const queries = useQueryClient()
  const alongId = useId()
  const [asked, setAsked] = useState<Asked>()
  const [along, setAlong] = useState<CallsAlong>('query')
  const role = { id: row.id, code: String(row['roleCode'] ?? ''), isAdministrator: row['roleCode'] === ADMINISTRATOR }
  const mayCalls = may.includes('authorizeUrl')
  const choice = mayCalls && (
    <div className="grant-along">
      <span id={alongId}>{t('granting.along')}</span>
      <Segmented<CallsAlong>
        aria-labelledby={alongId}
        value={along}
        onChange={setAlong}
        options={CALLS_ALONG.map((value) => ({ value, label: t(`granting.along-${value}`) }))}
      />
    </div>
  )
  const panels = panelsOf(role, mayCalls ? along : 'none', t)
    .filter(({ call }) => may.includes(call))
    .map((panel) => (panel.key === 'menus' ? { ...panel, above: choice } : panel))
    .map(({ asksWho, ...panel }) =>
      asksWho === undefined
        ? panel
        : {
            ...panel,
            extra: (node: Parameters<typeof asksWho>[0]) => {
              const question = asksWho(node)
              return (
                question && (
                  <button
                    type="button"
                    className="ask-who"
                    aria-label={`${t('granting.who')} ${question.title}`}
                    onClick={() => setAsked(question)}
                  >
                    {t('granting.who')}
                  </button>
                )
              )
            },
          },
    )
  return (
    <>
      <GrantDialog
        id={row.id}
        title={t('granting.role-title', { role: String(row['roleName'] ?? row['roleCode'] ?? '') })}
        panels={panels}
        open={open}
        onClose={onClose}
        onSaved={() => {
          void forgetLists(queries, roles)
          void forgetLists(queries, users)
        }}
      />
      {asked && (
        <Suspense fallback={null}>
          <WhoHas asked={asked} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </>
  )
}
