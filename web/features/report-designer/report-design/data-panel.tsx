/** The data of the report: its sets, and their fields, which are put onto the sheet by Enter, a click or by being dragged. */
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { figuresDocumentOf } from '../../../../model/figures/document.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { subjectsOf } from '../../../shared/figures/client.ts'
import { headingsOf } from '../../../shared/figures/names.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { named } from '../../../ui/named.ts'
import { FIELD_TYPE, fieldsOf, putField } from './state/fields.ts'
import { cellsOfSet, dropSet, putSet } from './state/template-sets.ts'
import { useSheet, useSheetState } from './store.ts'

const SetDialog = lazyWithPreload(() => import('./set-dialog.tsx'))
const MAX_SETS = 20

export function DataPanel({ withheld }: { withheld: readonly string[] }) {
  const t = useT()
  const sheet = useSheet()
  const template = useSheetState((state) => state.template)
  const [opened, setOpened] = useState<{ readonly set: string | undefined }>()
  const { data } = useQuery(subjectsOf())
  const entries = Object.entries(template.sets)

  async function drop(set: string): Promise<void> {
    const count = cellsOfSet(template, set)
    const isSure = await confirm({
      title: t('report-design.set-remove-title', { set }),
      text: t(count === 0 ? 'report-design.set-remove-unused' : 'report-design.set-remove-used', { count }),
      ok: t('report-design.set-remove'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (isSure) sheet.change((made) => dropSet(made, set))
  }

  return (
    <div className="report-panel">
      <p className="quiet">{t('report-design.fields-about')}</p>
      {entries.length === 0 && <p>{t('report-design.no-sets')}</p>}
      {entries.map(([set, { document }]) => {
        const isHidden = withheld.includes(set)
        const figures = figuresDocumentOf(document)
        const names = figures && data ? headingsOf(figures, data.list, t) : {}
        return (
          <section key={set} aria-label={set}>
            <div className="report-set">
              <h2>{set}</h2>
              <span>
                {!isHidden && (
                  <Button
                    type="text"
                    size="small"
                    icon={<EditOutlined aria-hidden="true" />}
                    aria-label={named(t('report-design.set-change'), set)}
                    title={t('report-design.set-change')}
                    onClick={() => setOpened({ set })}
                  />
                )}
                {!isHidden && (
                  <Button
                    type="text"
                    size="small"
                    icon={<DeleteOutlined aria-hidden="true" />}
                    aria-label={named(t('report-design.set-remove'), set)}
                    title={t('report-design.set-remove')}
                    onClick={() => void drop(set)}
                  />
                )}
              </span>
            </div>
            {isHidden && <p className="quiet">{t('report-design.withheld')}</p>}
            <ul className="report-fields">
              {fieldsOf(set, document).map(({ field, name }) => (
                <li key={field}>
                  <button
                    type="button"
                    draggable
                    onDragStart={(event) => event.dataTransfer.setData(FIELD_TYPE, field)}
                    onClick={() => sheet.change((made, _area, place) => putField(made, place, field))}
                  >
                    {names[name] ?? name} <small>={field}</small>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
      {entries.length < MAX_SETS && (
        <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => setOpened({ set: undefined })}>
          {t('report-design.set-add')}
        </Button>
      )}
      <Suspense fallback={null}>
        {opened && (
          <SetDialog
            template={template}
            set={opened.set}
            onClose={() => setOpened(undefined)}
            onSave={(name, document) => {
              sheet.change((made) => putSet(made, opened.set, name, document))
              setOpened(undefined)
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
