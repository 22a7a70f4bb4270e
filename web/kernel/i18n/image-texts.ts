/** The words of the image upload (web/ui/image-upload.tsx). */
import type { ImageTexts } from '../../ui/image-upload.tsx'
import type { Translate } from './i18n.ts'

const MEGABYTE = 1024 * 1024

/** The rules of section 5 of the specification for an avatar. */
export const avatarRules = { accept: ['image/jpeg', 'image/png'], maxBytes: 10 * MEGABYTE, aspect: 1, maxWidth: 512, round: true } as const

/** The texts of a picker of pictures, with the types and the size that it takes. */
export function imageTexts(
  t: Translate,
  { accept, maxBytes }: { readonly accept: readonly string[]; readonly maxBytes: number },
): ImageTexts {
  const megabytes = Math.floor(maxBytes / MEGABYTE)
  const types = accept
    .map((type) =>
      type
        .replace(/^image\//, '')
        .replace('jpeg', 'jpg')
        .toUpperCase(),
    )
    .join(t('common.between'))
  return {
    choose: t('image.choose'),
    replace: t('image.replace'),
    remove: t('image.remove'),
    preview: t('image.preview'),
    hint: t('image.hint', { types, megabytes }),
    wrongType: t('image.wrong-type'),
    tooLarge: t('image.too-large', { megabytes }),
    crop: t('image.crop'),
    move: t('image.move'),
    zoom: t('image.zoom'),
    apply: t('image.apply'),
    cancel: t('common.cancel'),
  }
}

/** The texts of the picker of avatars. */
export function avatarTexts(t: Translate): ImageTexts {
  return { ...imageTexts(t, avatarRules), wrongType: t('image.avatar-type'), tooLarge: t('image.avatar-size') }
}
