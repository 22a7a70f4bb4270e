import { forms } from '../../../../model/index.ts'
import { exportsOf } from '../../../exchange/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { add } from '../../../kernel/resources/add.ts'
import { options } from '../../../kernel/resources/options.ts'
import { remove } from '../../../kernel/resources/remove.ts'
import { update } from '../../../kernel/resources/update.ts'
import { copyGeneratorForm, queryFormDesign, restoreFormVersion, saveFormDraft } from './design.ts'
import { readSchema, writeSchema } from './json-schema.ts'
import { addFormLink, deleteFormLink, queryFormLink } from './links.ts'
import { queryGeneratorForm } from './list.ts'
import { printGeneratorForm } from './print.ts'
import { closeGeneratorForm, openGeneratorForm, publishGeneratorForm, queryFormVersion, queryFormVersionContent } from './publish.ts'
import { formWrites } from './writes.ts'

export const formsFeature: Feature = {
  tag: 'forms',
  routes: [
    queryGeneratorForm,
    options(forms),
    add(formWrites),
    update(formWrites),
    remove(formWrites),
    ...exportsOf(forms),
    queryFormDesign,
    saveFormDraft,
    publishGeneratorForm,
    closeGeneratorForm,
    openGeneratorForm,
    queryFormVersion,
    queryFormVersionContent,
    restoreFormVersion,
    copyGeneratorForm,
    writeSchema,
    readSchema,
    addFormLink,
    queryFormLink,
    deleteFormLink,
    printGeneratorForm,
  ],
}
