import '../node_modules/@angular/material/prebuilt-themes/azure-blue.css';
import * as compiler from '@angular/compiler';
import { Component, inject, provideZonelessChangeDetection, signal } from '@angular/core';
import { FormControl, FormGroup, ReactiveFormsModule, Validators } from '@angular/forms';
import { bootstrapApplication } from '@angular/platform-browser';
import { MatAutocompleteModule } from '@angular/material/autocomplete';
import { MatButtonModule } from '@angular/material/button';
import { MatCheckboxModule } from '@angular/material/checkbox';
import { provideNativeDateAdapter } from '@angular/material/core';
import { MatDatepickerModule } from '@angular/material/datepicker';
import { MatDialog, MatDialogModule } from '@angular/material/dialog';
import { MatInputModule } from '@angular/material/input';
import { MatMenuModule } from '@angular/material/menu';
import { MatSelectModule } from '@angular/material/select';
import { MatSnackBar } from '@angular/material/snack-bar';

(globalThis as any).compiler = compiler;  // templates are compiled in the page

@Component({
  selector: 'app-sure', imports: [MatDialogModule, MatButtonModule],
  template: `<h2 mat-dialog-title>Enrol now?</h2><mat-dialog-content>A place is kept for a week.</mat-dialog-content>
    <mat-dialog-actions><button matButton mat-dialog-close>Not yet</button><button matButton [mat-dialog-close]="true">Enrol</button></mat-dialog-actions>`,
})
class Sure {}

@Component({
  selector: 'app-root',
  imports: [ReactiveFormsModule, MatAutocompleteModule, MatButtonModule, MatCheckboxModule, MatDatepickerModule, MatInputModule, MatMenuModule, MatSelectModule],
  providers: [provideNativeDateAdapter()],
  template: `<h1>Course</h1>
    <form [formGroup]="form" (ngSubmit)="enrol()">
      <mat-form-field><mat-label>Name</mat-label><input matInput formControlName="name">
        @if (form.controls.name.invalid) { <mat-error>A name is needed</mat-error> }</mat-form-field>
      <mat-form-field><mat-label>Town</mat-label><input matInput formControlName="town" [matAutocomplete]="towns">
        <mat-autocomplete #towns="matAutocomplete">@for (town of found(); track town) { <mat-option [value]="town">{{ town }}</mat-option> }</mat-autocomplete></mat-form-field>
      <mat-form-field><mat-label>Subjects</mat-label><mat-select formControlName="subjects" multiple>
        @for (subject of ['Algebra', 'Botany', 'Chemistry']; track subject) { <mat-option [value]="subject">{{ subject }}</mat-option> }</mat-select></mat-form-field>
      <mat-form-field><mat-label>Begins</mat-label><input matInput formControlName="day" [matDatepicker]="picker">
        <mat-datepicker-toggle matIconSuffix [for]="picker"></mat-datepicker-toggle><mat-datepicker #picker [startAt]="start"></mat-datepicker></mat-form-field>
      <mat-checkbox formControlName="paid">Paid already</mat-checkbox>
      <button matButton="filled">Go on</button>
    </form>
    <button matButton [matMenuTriggerFor]="more">More</button>
    <mat-menu #more="matMenu"><button mat-menu-item (click)="form.reset()">Begin again</button></mat-menu>`,
})
class Course {
  dialog = inject(MatDialog);
  bar = inject(MatSnackBar);
  start = new Date(2026, 8, 1);
  found = signal(['Athlone', 'Cork', 'Sligo', 'Tralee']);
  form = new FormGroup({
    name: new FormControl('', Validators.required), town: new FormControl(''), subjects: new FormControl<string[]>([]),
    day: new FormControl<Date | null>(null), paid: new FormControl(false) });
  constructor() {
    this.form.controls.town.valueChanges.subscribe((text) =>
      this.found.set(['Athlone', 'Cork', 'Sligo', 'Tralee'].filter((town) => town.toLowerCase().startsWith((text ?? '').toLowerCase()))));
  }
  enrol() {
    if (this.form.invalid) return;
    this.dialog.open(Sure).afterClosed().subscribe((sure) => {
      const { name, town, subjects, day, paid } = this.form.value;
      if (sure) this.bar.open(`${name} of ${town}: ${subjects!.join(', ')} from ${day!.getDate()}/${day!.getMonth() + 1}${paid ? ', paid' : ''}`, 'Close');
    });
  }
}
bootstrapApplication(Course, { providers: [provideZonelessChangeDetection()] });
