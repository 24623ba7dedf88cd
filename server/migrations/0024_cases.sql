CREATE TABLE "case_entries" (
	"circle_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_id" uuid NOT NULL,
	"what" text NOT NULL,
	"text" text NOT NULL,
	"asked_of" text,
	"until" date,
	"picture_sha256" text,
	"salt" text,
	CONSTRAINT "case_entries_circle_id_id_pk" PRIMARY KEY("circle_id","id"),
	CONSTRAINT "case_entries_what" CHECK (("case_entries"."what" = 'statement' and "case_entries"."asked_of" is null and "case_entries"."until" is null)
        or ("case_entries"."what" = 'request' and "case_entries"."asked_of" is not null and "case_entries"."asked_of" in ('donor', 'receiver')
          and "case_entries"."until" is not null))
);
--> statement-breakpoint
ALTER TABLE "report_steps" ADD COLUMN "salt" text;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "salt" text;--> statement-breakpoint
ALTER TABLE "case_entries" ADD CONSTRAINT "case_entries_circle_id_report_id_reports_circle_id_id_fk" FOREIGN KEY ("circle_id","report_id") REFERENCES "public"."reports"("circle_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_entries_report" ON "case_entries" USING btree ("circle_id","report_id","at","id");--> statement-breakpoint
CREATE INDEX "case_entries_picture" ON "case_entries" USING btree ("picture_sha256") WHERE "case_entries"."picture_sha256" is not null;