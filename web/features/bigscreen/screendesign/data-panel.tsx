/** The data of the screen: its figures, and the variables that they and widgets go by. */
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import type { ScreenFigure, ScreenVariable } from '../../../../model/screens/document.ts'
import { MAX_PAGE_FIGURES, MAX_SCREEN_VARIABLES } from '../../../../model/screens/document.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { Section } from '../../../shared/panels/section.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { named } from '../../../ui/named.ts'
import { columnsOf } from './state/columns.ts'
import { countFigureUses, countVariableUses, dropFigure, dropVariable, putFigure, putVariable } from './state/names.ts'
import { useDesign, useDesignState } from './store.ts'

const FigureDialog = lazyWithPreload(() => import('./figure-dialog.tsx'))
const VariableDialog = lazyWithPreload(() => import('./variable-dialog.tsx'))

export default function DataPanel({ withheld }: { readonly withheld: readonly string[] }) {
  const t = useT()
  const design = useDesign()
  const document = useDesignState((state) => state.document)
  const [figure, setFigure] = useState<{ readonly of: ScreenFigure | undefined }>()
  const [variable, setVariable] = useState<{ readonly of: ScreenVariable | undefined }>()

  async function drop(what: 'figure' | 'variable', name: string): Promise<void> {
    const count = what === 'figure' ? countFigureUses(document, name) : countVariableUses(document, name)
    const isSure = await confirm({
      title: t('screen-design.drop-title', { name }),
      text: t(count === 0 ? 'screen-design.drop-unused' : 'screen-design.drop-used', { count }),
      ok: t('screen-design.drop'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (isSure) design.changeScreen((made) => (what === 'figure' ? dropFigure(made, name) : dropVariable(made, name)))
  }

  return (
    <div className="screen-panel">
      <Section title={t('screen-design.figures')}>
        <p className="quiet">{t('screen-design.figures-about')}</p>
        <ul className="screen-things">
          {document.figures.map((one) => {
            const isHidden = withheld.includes(one.name) || one.document === null
            return (
              <li key={one.name}>
                <span>
                  <strong>{one.name}</strong>
                  <small>
                    {isHidden
                      ? t('screen-design.figure-withheld')
                      : columnsOf(document, one.name)
                          .map(({ name }) => name)
                          .join(' · ')}
                  </small>
                </span>
                {!isHidden && (
                  <Button
                    type="text"
                    size="small"
                    icon={<EditOutlined aria-hidden="true" />}
                    aria-label={named(t('screen-design.change'), one.name)}
                    onClick={() => setFigure({ of: one })}
                  />
                )}
                {!isHidden && (
                  <Button
                    type="text"
                    size="small"
                    icon={<DeleteOutlined aria-hidden="true" />}
                    aria-label={named(t('screen-design.drop'), one.name)}
                    onClick={() => void drop('figure', one.name)}
                  />
                )}
              </li>
            )
          })}
        </ul>
        {document.figures.length < MAX_PAGE_FIGURES && (
          <Button size="small" icon={<PlusOutlined aria-hidden="true" />} onClick={() => setFigure({ of: undefined })}>
            {t('screen-design.figure-add')}
          </Button>
        )}
      </Section>
      <Section title={t('screen-design.variables')}>
        <p className="quiet">{t('screen-design.variables-about')}</p>
        <ul className="screen-things">
          {document.variables.map((one) => (
            <li key={one.name}>
              <span>
                <strong>{one.label}</strong>
                <small>
                  {one.name} · {t(`screen-design.variable-${one.kind}`)}
                </small>
              </span>
              <Button
                type="text"
                size="small"
                icon={<EditOutlined aria-hidden="true" />}
                aria-label={named(t('screen-design.change'), one.label)}
                onClick={() => setVariable({ of: one })}
              />
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined aria-hidden="true" />}
                aria-label={named(t('screen-design.drop'), one.label)}
                onClick={() => void drop('variable', one.name)}
              />
            </li>
          ))}
        </ul>
        {document.variables.length < MAX_SCREEN_VARIABLES && (
          <Button size="small" icon={<PlusOutlined aria-hidden="true" />} onClick={() => setVariable({ of: undefined })}>
            {t('screen-design.variable-add')}
          </Button>
        )}
      </Section>
      <Suspense fallback={null}>
        {figure && (
          <FigureDialog
            document={document}
            figure={figure.of}
            onClose={() => setFigure(undefined)}
            onSave={(made) => {
              design.changeScreen((before) => putFigure(before, figure.of?.name, made))
              setFigure(undefined)
            }}
          />
        )}
        {variable && (
          <VariableDialog
            variable={variable.of}
            taken={document.variables.map(({ name }) => name)}
            onClose={() => setVariable(undefined)}
            onSave={(made) => {
              design.changeScreen((before) => putVariable(before, variable.of?.name, made))
              setVariable(undefined)
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
