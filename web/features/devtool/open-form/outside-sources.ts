/** Where a form behind a link has from what it does not hold itself: from the link alone. */
import type { OpenedForm } from '../../../../model/contract/devtool/form-links.ts'
import { uploadFormLinkFile } from '../../../../model/contract/devtool/form-links.ts'
import { MAX_ENTRY_FILE } from '../../../../model/devtool/form-entries.ts'
import { askWithProgress } from '../../../kernel/http/upload.ts'
import type { FormSources } from '../../../shared/forms/form-sources.ts'

/** The sources of a form behind a link. */
export function outsideSources(token: string, { dictionaries }: OpenedForm): FormSources {
  return {
    key: token,
    namesRows: false,
    dictionary: (type) => Promise.resolve((Object.hasOwn(dictionaries, type) ? dictionaries[type] : undefined) ?? []),
    upload: async (file, { field, ...options }) => {
      const { id, name } = await askWithProgress(uploadFormLinkFile, { token, field, file }, options)
      return { id, name }
    },
    maxMegabytes: MAX_ENTRY_FILE.fromOutside,
  }
}
