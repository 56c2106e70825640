import React, { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { AppBar, Autocomplete, Button, Checkbox, Chip, Dialog, DialogTitle, FormControlLabel, IconButton, InputLabel, FormControl, MenuItem, Pagination, Radio, RadioGroup, Rating, Select, Slider, Stack, Step, StepButton, Stepper, Switch, Tab, Tabs, TextField, ToggleButton, ToggleButtonGroup, Toolbar, Typography } from '@mui/material';
function App() {
  const [tab, setTab] = useState(0), [open, setOpen] = useState(false), [sort, setSort] = useState('plum');
  return <div><AppBar position="static"><Toolbar><IconButton aria-label="menu">=</IconButton><Typography variant="h6">Harvest</Typography><Button color="inherit">Login</Button></Toolbar></AppBar>
    <Stack spacing={2} sx={{ p: 2 }}>
      <TextField label="Grower" required helperText="As on the licence" />
      <FormControl><InputLabel id="sl">Sort</InputLabel><Select labelId="sl" label="Sort" value={sort} onChange={e => setSort(e.target.value)}><MenuItem value="plum">Plum</MenuItem><MenuItem value="pear">Pear</MenuItem></Select></FormControl>
      <Autocomplete options={['Anna', 'Bela', 'Cora']} renderInput={p => <TextField {...p} label="Picker" />} />
      <FormControlLabel control={<Checkbox />} label="Washed" /><FormControlLabel control={<Switch defaultChecked />} label="Cooled" />
      <RadioGroup name="size" defaultValue="s"><FormControlLabel value="s" control={<Radio />} label="Small" /><FormControlLabel value="l" control={<Radio />} label="Large" /></RadioGroup>
      <Slider aria-label="Weight" defaultValue={30} /><Rating name="stars" defaultValue={2} />
      <ToggleButtonGroup value="left" exclusive><ToggleButton value="left" aria-label="left aligned">L</ToggleButton><ToggleButton value="right" aria-label="right aligned">R</ToggleButton></ToggleButtonGroup>
      <Tabs value={tab} onChange={(e, v) => setTab(v)}><Tab label="Boxes" /><Tab label="Pallets" /></Tabs><p>{tab ? 'Pallets stand here' : 'Boxes stand here'}</p>
      <Stepper nonLinear activeStep={0}><Step><StepButton>Pick</StepButton></Step><Step><StepButton>Pack</StepButton></Step></Stepper>
      <Chip label="Fresh" onDelete={() => {}} onClick={() => {}} /><Pagination count={5} /><Button variant="contained" onClick={() => setOpen(true)}>Review</Button>
      <Dialog open={open} onClose={() => setOpen(false)}><DialogTitle>Review the harvest</DialogTitle><Button>Send</Button></Dialog>
    </Stack></div>;
}
createRoot(document.getElementById('root')).render(<App />);
