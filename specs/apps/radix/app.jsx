import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { AlertDialog, ContextMenu, DropdownMenu, HoverCard, Popover, Select, Slider, Switch, Tabs, Toast, Tooltip } from 'radix-ui';
import './app.css';

function Player() {
  const [said, say] = useState('');
  const [shuffled, shuffle] = useState(false);
  return <Tooltip.Provider delayDuration={200}><Toast.Provider>
    <h1>Player</h1>
    <DropdownMenu.Root>
      <DropdownMenu.Trigger>Song</DropdownMenu.Trigger>
      <DropdownMenu.Portal><DropdownMenu.Content className="box">
        <DropdownMenu.CheckboxItem checked={shuffled} onCheckedChange={shuffle}>Shuffle</DropdownMenu.CheckboxItem>
        <DropdownMenu.Sub>
          <DropdownMenu.SubTrigger>Add to list</DropdownMenu.SubTrigger>
          <DropdownMenu.Portal><DropdownMenu.SubContent className="box">
            <DropdownMenu.Item onSelect={() => say('Added to Morning')}>Morning</DropdownMenu.Item>
            <DropdownMenu.Item onSelect={() => say('Added to Evening')}>Evening</DropdownMenu.Item>
          </DropdownMenu.SubContent></DropdownMenu.Portal>
        </DropdownMenu.Sub>
      </DropdownMenu.Content></DropdownMenu.Portal>
    </DropdownMenu.Root>
    <Select.Root onValueChange={(speed) => say(`Speed ${speed}`)}>
      <Select.Trigger aria-label="Speed"><Select.Value placeholder="1×" /></Select.Trigger>
      <Select.Portal><Select.Content className="box"><Select.Viewport>
        {['0.5', '1', '1.5', '2'].map((speed) =>
          <Select.Item key={speed} value={speed}><Select.ItemText>{speed}×</Select.ItemText></Select.Item>)}
      </Select.Viewport></Select.Content></Select.Portal>
    </Select.Root>
    <Slider.Root className="slider" defaultValue={[30]} onValueCommit={([volume]) => say(`Volume ${volume}`)}>
      <Slider.Track className="track"><Slider.Range /></Slider.Track><Slider.Thumb className="thumb" aria-label="Volume" />
    </Slider.Root>
    <label>Repeat <Switch.Root className="switch" onCheckedChange={(on) => say(on ? 'Repeating' : 'Once')}><Switch.Thumb /></Switch.Root></label>
    <Tooltip.Root><Tooltip.Trigger>Quality</Tooltip.Trigger>
      <Tooltip.Portal><Tooltip.Content className="box">Lossless</Tooltip.Content></Tooltip.Portal></Tooltip.Root>
    <Tabs.Root defaultValue="queue">
      <Tabs.List aria-label="Lists"><Tabs.Trigger value="queue">Queue</Tabs.Trigger><Tabs.Trigger value="past">Past</Tabs.Trigger></Tabs.List>
      <Tabs.Content value="queue">Nothing is queued.</Tabs.Content><Tabs.Content value="past">Clair de lune</Tabs.Content>
    </Tabs.Root>
    <ContextMenu.Root>
      <ContextMenu.Trigger asChild><div role="region" aria-label="Cover" className="cover">Cover</div></ContextMenu.Trigger>
      <ContextMenu.Portal><ContextMenu.Content className="box">
        <ContextMenu.Item onSelect={() => say('Picture copied')}>Copy the picture</ContextMenu.Item>
      </ContextMenu.Content></ContextMenu.Portal>
    </ContextMenu.Root>
    <Popover.Root><Popover.Trigger>Sleep</Popover.Trigger><Popover.Portal><Popover.Content className="box" aria-label="Sleep timer">
      <label>Minutes <input type="number" defaultValue="10" /></label><Popover.Close>Set</Popover.Close>
    </Popover.Content></Popover.Portal></Popover.Root>
    <AlertDialog.Root><AlertDialog.Trigger>Delete</AlertDialog.Trigger><AlertDialog.Portal>
      <AlertDialog.Overlay className="veil" /><AlertDialog.Content className="dialog">
        <AlertDialog.Title>Delete the song?</AlertDialog.Title><AlertDialog.Description>It is gone then.</AlertDialog.Description>
        <AlertDialog.Cancel>Keep</AlertDialog.Cancel><AlertDialog.Action onClick={() => say('Deleted')}>Delete</AlertDialog.Action>
      </AlertDialog.Content></AlertDialog.Portal></AlertDialog.Root>
    <output aria-label="Result">{said}</output>
  </Toast.Provider></Tooltip.Provider>;
}
createRoot(document.querySelector('#root')).render(<Player />);
