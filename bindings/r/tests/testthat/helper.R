# The command line of the same build, where the tests know it.
command <- Sys.getenv("SHOAL_CLI")

skip_without_command <- function() skip_if(command == "", "SHOAL_CLI does not name the command line")

quietly <- function(code) suppressMessages(suppressWarnings(code))

run_command <- function(...) {
    status <- system2(command, shQuote(c(...)), stdout = FALSE, stderr = FALSE)
    expect_identical(status, 0L)
}

bytes_of <- function(path) readBin(path, "raw", file.size(path))

# How many random cases to run: SHOAL_TEST_CASES is a number, or a share such as 25%.
cases <- function(usual) {
    asked <- Sys.getenv("SHOAL_TEST_CASES")
    number <- suppressWarnings(as.double(sub("%$", "", asked)))
    if (is.na(number)) return(usual)
    max(1L, as.integer(ceiling(if (endsWith(asked, "%")) usual * number / 100 else number)))
}

# A table as a CSV file that says the same.
write_table <- function(data, path) {
    text <- lapply(data, function(x) if (is.factor(x)) as.character(x) else x)
    text <- lapply(text, function(x) if (is.character(x)) enc2utf8(x) else x)
    connection <- file(path, "w", encoding = "UTF-8")
    on.exit(close(connection))
    utils::write.csv(as.data.frame(text, check.names = FALSE), connection, row.names = FALSE, na = "")
}

# Random tables whose texts a CSV file can hold: no "" beside NA. The seed is printed where a test
# fails.
random_table <- function(seed, rows = 120) {
    set.seed(seed)
    pick <- function(values) sample(values, rows, replace = TRUE)
    holes <- function(x, share = 0.05) replace(x, stats::runif(rows) < share, NA)
    words <- c("plain", "with, comma", "with \"quotes\"", "ünïcode", "日本", "a;b", " blank ")
    data.frame(
        age = holes(as.integer(stats::rpois(rows, 40))),
        sex = holes(factor(pick(c("f", "m")), levels = c("m", "f", "unused"))),
        zip = pick(c("01001", "01002", "02001", "03004", "10500")),
        score = pick(c(1, 2, 2.5, 3.25, 10)),
        born = as.Date("1950-01-01") + pick(0:4) * 3653L,
        member = pick(c(TRUE, FALSE)),
        note = pick(words),
        latin = iconv(pick(c("caf\u00e9", "na\u00efve", "tea")), "UTF-8", "latin1"),
        disease = factor(pick(c("flu", "asthma", "none"))),
        stringsAsFactors = FALSE
    )
}
