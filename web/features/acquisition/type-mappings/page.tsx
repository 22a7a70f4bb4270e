import { useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { typeMappings } from '../../../../model/index.ts'
import { forgetLists } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useNarrowedTo } from '../../../kernel/navigation/rows-of.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { isAskedOfMapping } from '../../../shared/acquisition/asked-fields.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'

const MappingTrial = lazy(() => import('../../../shared/acquisition/mapping-trial/dialog.tsx'))
const PresetDialog = lazy(() => import('./preset-dialog.tsx'))
const PathInput = lazyWithPreload(() => import('./path-input.tsx'))

const filters = ['deviceTypeId', 'ruleName', 'topicFilter']

const columns: ColumnSetups = {
  ruleName: { width: 160, first: true },
  deviceTypeId: { width: 130 },
  messageSource: { width: 80 },
  topicFilter: { width: 170 },
  messageFormat: { width: 100 },
  valuePath: { width: 140 },
  pointKey: { width: 120 },
  sourceUnit: { width: 110 },
  scale: { hide: true },
  valueOffset: { hide: true },
  valueWords: { width: 150 },
  timePath: { width: 140 },
  timeFormat: { width: 150 },
  timeZone: { width: 140 },
}

const controls = { valuePath: <PathInput /> }

const newRule = { messageSource: 'mqtt', messageFormat: 'json', timeFormat: 'auto' } as const

/** How messages of the devices of a type are read. */
export default function TypeMappingsPage() {
  const t = useT()
  const queries = useQueryClient()
  const narrowed = useNarrowedTo('deviceTypeId')
  const typeId = narrowed['deviceTypeId']
  const [open, setOpen] = useState<'trial' | 'preset'>()
  const close = () => setOpen(undefined)

  return (
    <>
      <ResourcePage
        of={typeMappings}
        columns={columns}
        filters={filters}
        defaults={{ ...newRule, ...narrowed }}
        controls={controls}
        shows={isAskedOfMapping}
        empty={t('mapping.empty')}
        actions={(_chosen, may) => [
          ...(may('try') ? [{ key: 'try', label: t('mapping.try'), run: () => setOpen('trial') }] : []),
          ...(may('preset') && may('add') ? [{ key: 'preset', label: t('mapping.preset'), run: () => setOpen('preset') }] : []),
        ]}
      />
      {open === 'trial' && (
        <Suspense fallback={null}>
          <MappingTrial typeId={typeId} onClose={close} />
        </Suspense>
      )}
      {open === 'preset' && (
        <Suspense fallback={null}>
          <PresetDialog typeId={typeId} onAdded={() => forgetLists(queries, typeMappings)} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
