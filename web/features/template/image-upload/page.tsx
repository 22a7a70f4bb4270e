import { useState } from 'react'
import { Example, ExampleCard } from '../../../shared/examples/example.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { avatarRules, avatarTexts, imageTexts } from '../../../kernel/i18n/image-texts.ts'
import { ImageUpload } from '../../../ui/image-upload.tsx'

/** The kinds that the editor takes as well (section 5 of the specification). */
const anyPicture = { accept: ['image/jpeg', 'image/gif', 'image/png', 'image/bmp'], maxBytes: 10 * 1024 * 1024 }

export default function ImageUploadPage() {
  const t = useT()
  const [avatar, setAvatar] = useState<File | null>(null)
  const [banner, setBanner] = useState<File | null>(null)
  const [picture, setPicture] = useState<File | null>(null)
  return (
    <Example title={t('menu.imageupload')} about={t('image.about')} source={['features/template/image-upload/', 'ui/image-', 'ui/crop']}>
      <div className="example-grid">
        <ExampleCard title={t('image.avatar')}>
          <ImageUpload {...avatarRules} value={avatar} onChange={setAvatar} texts={avatarTexts(t)} />
          <FileInfo file={avatar} />
        </ExampleCard>
        <ExampleCard title={t('image.banner')}>
          <ImageUpload {...anyPicture} aspect={16 / 9} value={banner} onChange={setBanner} texts={imageTexts(t, anyPicture)} />
          <FileInfo file={banner} />
        </ExampleCard>
        <ExampleCard title={t('image.as-is')}>
          <ImageUpload {...anyPicture} value={picture} onChange={setPicture} texts={imageTexts(t, anyPicture)} />
          <FileInfo file={picture} />
        </ExampleCard>
      </div>
    </Example>
  )
}

function FileInfo({ file }: { file: File | null }) {
  const t = useT()
  return (
    <p className="example-result" role="status">
      {file ? `${file.name}, ${file.type}, ${Math.ceil(file.size / 1024)} KB` : t('image.none')}
    </p>
  )
}
