import { lazy } from 'react'
import { dictionaries } from '../../../../model/index.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'

const DictionaryForm = lazy(() => import('./form.tsx'))

const columns = { dictName: { width: 280 }, dictType: { width: 170 }, dictValue: { width: 170 } }

const filters = ['dictName', 'dictType', 'dictValue']

const defaults = { parentId: '0', dictSequence: 1 }

export default function DictionariesPage() {
  return <ResourcePage of={dictionaries} columns={columns} filters={filters} defaults={defaults} form={DictionaryForm} />
}
